-- BenchStore.bench: the key, how long, cause, token and reason.
local now = time()
local left, words = tonumber(ARGV[2]), ARGV[3] .. ' ' .. ARGV[4] .. ' ' .. ARGV[5]
keep(left)
if lasts('c:' .. ARGV[1] .. ' ' .. ARGV[4], now) then
  return '0'
end
local kept = redis.call('HGET', key, 'b:' .. ARGV[1])
if not kept or ends_of(kept) < now + left then
  redis.call('HSET', key, 'b:' .. ARGV[1], whole(now + left) .. ' ' .. words)
  redis.pcall('PUBLISH', key, 'benched ' .. ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. words)
end
return '1'
