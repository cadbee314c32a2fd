-- BenchStore.clear: the key and the token of the bench that was wrong.
local kept = redis.call('HGET', key, 'b:' .. ARGV[1])
if not kept then
  return '0'
end
local ends, token = string.match(kept, '^(%S+) %S+ (%S+)')
if token ~= ARGV[2] or tonumber(ends) <= time() then
  return '0'
end
redis.call('HDEL', key, 'b:' .. ARGV[1])
redis.call('HSET', key, 'c:' .. ARGV[1] .. ' ' .. token, ends)
redis.pcall('PUBLISH', key, 'cleared ' .. ARGV[1] .. ' ' .. token)
return '1'
