-- SharedBudget.tell: what happened.
meet()
local event = ARGV[OWN + 1]
if event == 'answered' then
  local meaning, delay, epoch = tonumber(ARGV[OWN + 2]), tonumber(ARGV[OWN + 3]), tonumber(ARGV[OWN + 4])
  answered(meaning, delay, epoch, tonumber(ARGV[OWN + 5]), tonumber(ARGV[OWN + 6]))
elseif event == 'paused' then
  paused('manual', tonumber(ARGV[OWN + 2]))
elseif event == 'stopped' then
  s.stop = ARGV[OWN + 2]
  s.regime_changed = true
elseif event == 'resumed' then
  resumed()
elseif event == 'limited' then
  change(ALL, function()
    s.limit = tonumber(ARGV[OWN + 2])
    begin_anew()
  end)
  s.version = s.version + 1
else
  change(NOTHING, begin_anew)
end
return told()
