-- BenchStore.claimPing: the key and for how long.
local now, left = time(), tonumber(ARGV[2])
keep(left)
if lasts('p:' .. ARGV[1], now) then
  return '0'
end
redis.call('HSET', key, 'p:' .. ARGV[1], whole(now + left))
return '1'
