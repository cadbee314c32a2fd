-- How a budget is kept in its hash, what a member tells with every command, and what it is told.

-- ARGV of every command: the member, what it was told about the budget, where it last saw it, where news goes.
local INSTANCE, VERSION, GROUP, SHARE = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local KEEP, SEEN = ARGV[17], ARGV[18]
local SETTINGS, OWN = 4, 18

local SCHEMA, SCHEMA_BEFORE = '2', '1'
local FIELDS = {
  'version', 'probes', 'learns_until', 'epoch', 'limit', 'period', 'least', 'burst', 'background', 'factor', 'shape',
  'recovery', 'default_pause', 'max_pause', 'probe_timeout', 'start', 'plateau', 'quiet', 'hits', 'origin', 'since',
  'retry_after', 'throttled', 'failures', 'manual', 'probe', 'taken', 'last_pause', 'ahead',
  'least_burst', 'un_calls', 'un_seconds', 'un_waited', 'burst_cut', 'burst_grown'
}
local STANDING = {
  'epoch', 'version', 'limit', 'start', 'plateau', 'quiet', 'hits', 'un_calls', 'un_seconds', 'un_waited', 'burst_cut',
  'burst_grown', 'recovery_in', 'ahead', 'retry_after', 'throttled', 'failures', 'manual', 'probing', 'last_pause', 'rate',
  'members'
}
local MEMBER_FIELD = 'm:' .. INSTANCE
local whole = function(number) return string.format('%.0f', number) end
local exact = function(number) return number and string.format('%.17g', number) or 'nan' end

local function group_cap() return {name = 'group ' .. GROUP, share = SHARE} end

local function background_cap() return {name = 'background', share = s.background} end

local function take_settings()
  for i, name in ipairs({
    'limit', 'period', 'least', 'burst', 'least_burst', 'background', 'factor', 'shape', 'recovery', 'default_pause', 'max_pause',
    'probe_timeout'
  }) do
    s[name] = tonumber(ARGV[SETTINGS + i])
  end
end

-- Where the member saw the budget last; nil before it ever did.
local function seen()
  if SEEN == '' then
    return nil
  end
  local numbers, stopped, reason = string.match(SEEN, '^(' .. string.rep('%S+ ', 22) .. ')(%S) (.*)$')
  local it, i = {}, 0
  for token in string.gmatch(numbers, '%S+') do
    i = i + 1
    local number = tonumber(token)
    it[STANDING[i]] = number == number and number or nil
  end
  it.stop = stopped == '1' and reason or nil
  return it
end

local function load()
  local group, background = 'group ' .. GROUP, 'background'
  local kept =
    redis.call('HMGET', key, 'regime', 'books', 'stop', MEMBER_FIELD, CAP_FIELD .. group, CAP_FIELD .. background)
  if not kept[1] or not kept[2] then
    return false
  end
  local i = 0
  for token in string.gmatch(kept[1], '%S+') do
    if i == 0 then
      if token ~= SCHEMA and token ~= SCHEMA_BEFORE then
        error('budget ' .. key .. ' is kept in form ' .. token .. ', not ' .. SCHEMA)
      end
    else
      local number = tonumber(token)
      s[FIELDS[i]] = number == number and number or nil
    end
    i = i + 1
  end
  s.ahead = s.ahead == 1
  s.least_burst = s.least_burst or min(1, s.burst)
  s.un_calls, s.un_seconds, s.un_waited = s.un_calls or 0, s.un_seconds or 0, s.un_waited or 0
  s.burst_grown = s.burst_grown or 0
  local clock, elapsed, spent, members, oldest = string.match(kept[2], '(%S+) (%S+) (%S+) (%S+) (%S+)')
  s.clock, s.elapsed, s.spent = tonumber(clock), tonumber(elapsed), tonumber(spent)
  s.members, s.oldest = tonumber(members), tonumber(oldest)
  s.stop = kept[3] or nil
  s.member_seen = tonumber(kept[4] or nil)
  s.caps = {[group] = parse_cap(kept[5]), [background] = parse_cap(kept[6])}
  derive()
  return true
end

local function save()
  local books = string.format('%.0f %.0f %.0f %.0f %.0f', s.clock, s.elapsed, s.spent, s.members, s.oldest)
  local fields = {'books', books, MEMBER_FIELD, whole(now)}
  if s.regime_changed then
    local regime = {SCHEMA}
    for i, name in ipairs(FIELDS) do
      regime[i + 1] = exact(name == 'ahead' and (s.ahead and 1 or 0) or s[name])
    end
    fields[#fields + 1] = 'regime'
    fields[#fields + 1] = table.concat(regime, ' ')
    if s.stop then
      fields[#fields + 1] = 'stop'
      fields[#fields + 1] = s.stop
    else
      redis.call('HDEL', key, 'stop')
    end
  end
  for name, cap in pairs(s.caps) do
    if cap.dirty then
      fields[#fields + 1] = CAP_FIELD .. name
      fields[#fields + 1] = exact(cap.share) .. ' ' .. whole(cap.spent)
    end
  end
  redis.call('HSET', key, unpack(fields))
  if s.stop then
    redis.call('PERSIST', key)
  else
    redis.call('PEXPIRE', key, whole(ceil(max(0, pause_end() - now) / 1000) + tonumber(KEEP)))
  end
end

local function flag(value) return value and '1' or '0' end

local function standing()
  return table.concat({
    whole(s.epoch), whole(s.version), whole(s.limit), exact(s.start), exact(s.plateau), exact(s.quiet), whole(s.hits),
    whole(s.un_calls), exact(s.un_seconds), exact(s.un_waited), exact(s.burst_cut), exact(s.burst_grown),
    whole(s.origin - now), flag(s.ahead), whole(s.retry_after - now), whole(s.throttled - now),
    whole(s.failures - now), whole(s.manual - now), flag(s.probe ~= nil), whole(s.last_pause), exact(rate_at(now)),
    whole(max(1, s.members)), flag(s.stop ~= nil), s.stop or ''
  }, ' ')
end

-- News may arrive after an answer that is newer: the time in front tells.
local function stamped() return whole(now) .. ' ' .. standing() end

local function move_time()
  local shows = clock()
  s.elapsed = min(FAR, s.elapsed + max(0, shows - s.clock))
  s.clock = shows
  now = s.elapsed
end

local function rebase_if_worn()
  if counted(now) > WORN or burst_at(max(now, s.since)) ~= s.burst_now then
    change(ALL, begin_anew)
  end
end

local function initial()
  local lost = SEEN ~= ''
  take_settings()
  s.version, s.probes, s.learns_until, s.epoch = VERSION, 0, lost and MEMBER or 0, 0
  s.start, s.plateau, s.quiet, s.hits = nil, nil, 120, 0
  s.un_calls, s.un_seconds, s.un_waited, s.burst_cut, s.burst_grown = 0, 0, 0, nil, 0
  s.origin, s.since = 0, 0
  lift_pauses()
  s.probe, s.taken, s.last_pause, s.ahead, s.stop = nil, 0, 0, false, nil
  s.clock, s.elapsed, s.members, s.oldest, s.caps = clock(), 0, 0, 0, {}
  now = 0
  derive()
  s.spent = lost and 0 or -s.capacity
  s.regime_changed = true
end

-- Forgets members that were not heard of, when the one that was silent longest may be one.
local function meet_member()
  if s.oldest < now - MEMBER then
    s.oldest = now
    local all = redis.call('HGETALL', key)
    for i = 1, #all, 2 do
      if string.sub(all[i], 1, 2) == 'm:' then
        local at = tonumber(all[i + 1])
        if at < now - MEMBER then
          redis.call('HDEL', key, all[i])
          s.members = s.members - 1
          if all[i] == MEMBER_FIELD then
            s.member_seen = nil
          end
        else
          s.oldest = min(s.oldest, at)
        end
      end
    end
  end
  if not s.member_seen then
    s.members = s.members + 1
  end
end

-- What held a budget before it was lost, or before a part of it was, holds it still.
local function remind(it)
  local ahead = it.epoch > s.epoch
  if not ahead and now >= s.learns_until then
    return
  end
  change(NOTHING, function()
    if it.probing == 1 then
      local ends = pause_end()
      for _, cause in ipairs({'retry_after', 'throttled', 'failures', 'manual'}) do
        if it[cause] + now > s[cause] + LEASE then
          s[cause] = it[cause] + now
        end
      end
      if s.probe == nil or pause_end() > ends then
        s.probe = FREE
      end
    end
    s.last_pause = max(s.last_pause, it.last_pause)
    s.stop = s.stop or it.stop
    if ahead then
      s.limit, s.epoch, s.ahead = it.limit, it.epoch, it.ahead == 1
      s.start, s.plateau, s.quiet, s.hits = it.start, it.plateau, it.quiet, it.hits
      s.un_calls, s.un_seconds, s.un_waited = it.un_calls, it.un_seconds, it.un_waited
      s.burst_cut, s.burst_grown = it.burst_cut, it.burst_grown
      s.origin = now + it.recovery_in
      s.learns_until = now + MEMBER
    end
    s.since = flows_from()
  end)
  s.version = max(s.version, it.version)
end

local before

local function what_holds() return {s.epoch, s.version, s.limit, s.probe ~= nil, s.stop or false, pause_end()} end

-- More than time has passed.
local function is_news()
  local after = what_holds()
  for i = 1, 5 do
    if after[i] ~= before[i] then
      return true
    end
  end
  return after[6] > before[6]
end

-- Every command begins so: time moves on, the member is known, its newer settings and what was lost count.
local function meet()
  local known = load()
  if known then
    move_time()
    rebase_if_worn()
    before = what_holds()
  else
    initial()
  end
  meet_member()
  if VERSION > s.version then
    change(ALL, function()
      take_settings()
      s.since = flows_from()
    end)
    s.version = VERSION
  end
  local it = seen()
  if it then
    remind(it)
  end
  before = before or what_holds()
end

-- Every command ends so. Who may not publish does without: leases end soon enough.
local function told()
  save()
  local answer = stamped()
  if is_news() then
    redis.pcall('PUBLISH', key, answer)
  end
  return answer
end

local function caps_of_member() return SHARE < 1 and {group_cap()} or {} end
