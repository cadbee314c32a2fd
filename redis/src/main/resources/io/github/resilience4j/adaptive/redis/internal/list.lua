-- BenchStore.benches: what lasts, a line each; what is over is forgotten.
local all = redis.call('HGETALL', key)
if #all == 0 then
  return ''
end
local now, lines = time(), {}
for i = 1, #all, 2 do
  local kind, name = string.match(all[i], '^([bcp]):(.*)$')
  if kind then
    local ends, words = string.match(all[i + 1], '^(%S+)(.*)$')
    local left = tonumber(ends) - now
    if left <= 0 then
      redis.call('HDEL', key, all[i])
    elseif kind == 'b' then
      lines[#lines + 1] = name .. ' ' .. whole(left) .. words
    end
  end
end
return table.concat(lines, '\n')
