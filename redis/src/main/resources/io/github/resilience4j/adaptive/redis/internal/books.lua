-- What is spent of that which is granted: PermitBooks and RecentGrants of the pure state machine.

local CAP_FIELD = 'c:'

local function level(spent, granted, capacity) return granted - max(spent, granted - capacity) end

local function part(units, share) return floor(units * share) end

local function capacity_of(share) return floor(max(1, share * s.burst_now) * UNIT) end

local function spent_at(left, granted) return granted + min(-left, MOST_DEBT) end

local function parse_cap(text)
  if not text then
    return nil
  end
  local share, spent = string.match(text, '(%S+) (%S+)')
  return {share = tonumber(share), spent = tonumber(spent)}
end

local function level_of(cap, granted)
  return level(cap.spent, part(granted, cap.share), capacity_of(cap.share))
end

-- Members of one kind may have been told different shares: then what is left of the one is left of the other.
local function spent_of(cap, granted)
  local known = s.caps[cap.name]
  if not known then
    return -capacity_of(cap.share)
  end
  if known.share == cap.share then
    return known.spent
  end
  return part(granted, cap.share) - level_of(known, granted)
end

local function needed_for(spent, granted, permits, capacity)
  return max(spent, granted - capacity) + min(permits * UNIT, capacity)
end

local function wait_for(permits, caps)
  local granted = counted(now)
  local time = time_of(needed_for(s.spent, granted, permits, s.capacity))
  for _, cap in ipairs(caps) do
    local needed =
      needed_for(spent_of(cap, granted), part(granted, cap.share), permits, capacity_of(cap.share))
    time = max(time, time_of(ceil(needed / cap.share)))
  end
  return time == FOREVER and FOREVER or max(0, time - now)
end

local function available(caps)
  local granted = counted(now)
  local least = level(s.spent, granted, s.capacity)
  for _, cap in ipairs(caps) do
    least = min(least, level(spent_of(cap, granted), part(granted, cap.share), capacity_of(cap.share)))
  end
  return max(0, floor(least / UNIT))
end

local function is_overdrawn(permits)
  return level(s.spent, counted(now), s.capacity) - permits * UNIT < -MOST_DEBT
end

local function slot_of(second) return 'r' .. string.format('%.0f', second % 60) end

local function grants_in(text, second)
  local at, permits = string.match(text or '', '(%S+) (%S+)')
  return tonumber(at) == second and tonumber(permits) or nil
end

local function set_grants(second, permits)
  redis.call('HSET', key, slot_of(second), string.format('%.0f %.0f', second, permits))
end

-- Adds permits, or takes back what was not used, as far as it is known.
local function remember_grants(permits)
  local second = floor(now / 1000000)
  if permits >= 0 then
    local before = grants_in(redis.call('HGET', key, slot_of(second)), second) or 0
    set_grants(second, before + permits)
    return
  end
  local left = -permits
  for at = second, second - 59, -1 do
    local there = grants_in(redis.call('HGET', key, slot_of(at)), at)
    if there then
      if there > left then
        set_grants(at, there - left)
        return
      end
      redis.call('HDEL', key, slot_of(at))
      left = left - there
      if left <= 0 then
        return
      end
    end
  end
end

local function accepted_in_window(sent_at)
  local second = floor(now / 1000000)
  local slots = {}
  for i = 0, 59 do
    slots[#slots + 1] = slot_of(i)
  end
  local calls, first, just_sent, sent = 0, second, 0, floor(sent_at / 1000000)
  for _, text in ipairs(redis.call('HMGET', key, unpack(slots))) do
    local at, permits = string.match(text or '', '(%S+) (%S+)')
    at = tonumber(at)
    if at and at > second - 60 and at <= second then
      calls = calls + tonumber(permits)
      first = min(first, at)
      if at == sent or at == sent - 1 then
        just_sent = max(just_sent, tonumber(permits))
      end
    end
  end
  return min(calls, 2147483647), max(1, seconds(now - first * 1000000)), min(just_sent, 2147483647)
end

-- Takes permits whether they are there or not.
local function book(permits, caps)
  local units, granted = permits * UNIT, counted(now)
  for _, cap in ipairs(caps) do
    local mine = part(granted, cap.share)
    local left = level(spent_of(cap, granted), mine, capacity_of(cap.share)) - units
    s.caps[cap.name] = {share = cap.share, spent = spent_at(left, mine), dirty = true}
  end
  s.spent = spent_at(level(s.spent, granted, s.capacity) - units, granted)
  remember_grants(permits)
end

local function more(left, units, only_to_debts, capacity)
  if only_to_debts then
    return max(left, min(0, left + units))
  end
  return min(left + units, capacity)
end

local function give_back(permits, only_to_debts, caps)
  local units, granted = permits * UNIT, counted(now)
  for _, cap in ipairs(caps) do
    local mine, capacity = part(granted, cap.share), capacity_of(cap.share)
    local left = more(level(spent_of(cap, granted), mine, capacity), units, only_to_debts, capacity)
    s.caps[cap.name] = {share = cap.share, spent = spent_at(left, mine), dirty = true}
  end
  local left = more(level(s.spent, granted, s.capacity), units, only_to_debts, s.capacity)
  s.spent = spent_at(left, granted)
  remember_grants(-permits)
end

local function load_all_caps()
  local all = redis.call('HGETALL', key)
  for i = 1, #all, 2 do
    if string.sub(all[i], 1, 2) == CAP_FIELD then
      local name = string.sub(all[i], 3)
      s.caps[name] = s.caps[name] or parse_cap(all[i + 1])
    end
  end
end

-- The rate, or where its count begins, becomes another; of what is in the bucket at most "keeps" stays.
local function change(keeps, changing)
  load_all_caps()
  local granted, left = counted(now), {}
  local total = level(s.spent, granted, s.capacity)
  for name, cap in pairs(s.caps) do
    left[name] = level_of(cap, granted)
  end
  changing()
  derive()
  granted = counted(now)
  s.spent = granted - min(total, min(keeps, s.capacity))
  for name, cap in pairs(s.caps) do
    cap.spent = part(granted, cap.share) - min(left[name], min(keeps, capacity_of(cap.share)))
    cap.dirty = true
  end
  s.regime_changed = true
end
