-- The benches of a pool in one hash: "time", "b:" what holds for a key, "c:" which benches were wrong, "p:" who pings. All
-- times are microseconds of the hash's own time, which goes on with the server's clock and never back.

local key = KEYS[1]
local whole = function(number) return string.format('%.0f', number) end

local function time()
  local shows, now = clock(), 0
  local kept = redis.call('HGET', key, 'time')
  if kept then
    local showed, was = string.match(kept, '(%S+) (%S+)')
    now = tonumber(was) + math.max(0, shows - tonumber(showed))
  end
  redis.call('HSET', key, 'time', whole(shows) .. ' ' .. whole(now))
  return now
end

local function ends_of(text) return tonumber(string.match(text, '^%S+')) end

local function lasts(field, now)
  local kept = redis.call('HGET', key, field)
  return kept and ends_of(kept) > now
end

-- The hash outlives what is in it, by a minute: its own time may be behind that of its expiry.
local function keep(left)
  local millis = math.ceil(left / 1000) + 60000
  if redis.call('PTTL', key) < millis then
    redis.call('PEXPIRE', key, whole(millis))
  end
end
