-- SharedBudget.reserve: permits, how long the member would wait for them, whether it is in the background.
meet()
local permits, patience, in_background = tonumber(ARGV[OWN + 1]), tonumber(ARGV[OWN + 2]), ARGV[OWN + 3] == '1'
local leased, ready, starts_in, rate, validity, probe = 0, 0, 0, 0, 0, 0
if is_open() then
  local caps = caps_of_member()
  if in_background then
    caps[#caps + 1] = background_cap()
    patience = 0
  end
  starts_in = wait_for(permits, caps)
  if starts_in <= patience and not is_overdrawn(permits) then
    rate = rate_at(now + starts_in) * SHARE
    validity = LEASE
    leased = permits
    if not in_background then
      leased = min(2147483647, floor(max(permits, rate * 100000000 / 1e9 / max(1, s.members))))
    end
    ready = starts_in > 0 and permits or floor(max(permits, min(leased, available(caps))))
    book(leased, caps)
  end
elseif is_probe_free() then
  s.probes = s.probes + 1
  s.probe, s.taken = s.probes, now
  s.regime_changed = true
  probe, validity = s.probes, LEASE
elseif s.stop then
  starts_in = FOREVER
else
  starts_in = max(1, (s.probe == FREE and pause_end() or s.taken + s.probe_timeout) - now)
end
local grant = {whole(leased), whole(ready), whole(starts_in), exact(rate), whole(validity), whole(probe), told()}
return table.concat(grant, ' ')
