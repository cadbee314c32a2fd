-- How fast permits come: RateCurve, RecoveryShape, StoreRefill and Learned of the pure state machine, step by step the
-- same, so that every double comes out the same. Time is whole microseconds, permits are counted in units of 2^-20.

local FAR = 1577880000000000
local NEVER, FOREVER = -math.huge, math.huge
local UNIT = 1048576
local MOST, WORN, MOST_DEBT = 2 ^ 52, 2 ^ 50, 2 ^ 51
local LEASE, MEMBER = 100000, 3000000
local MOST_COUNTED = 2 ^ 52
local FREE = -1
local ACCEPTED, REFUSED, HELD, TROUBLED, CROWDED = 0, 1, 2, 3, 5
local LINEAR = 1
local floor, ceil, max, min, abs = math.floor, math.ceil, math.max, math.min, math.abs

local key = KEYS[1]
local s = {}
local now

local function seconds(micros) return micros * 1000 / 1e9 end

local function clamp(rate) return max(s.floor, min(rate, s.ceiling)) end

local function rate_in(piece, x) return piece[3] + x * (piece[4] + x * (piece[5] + x * piece[6])) end

local function integral(piece, x)
  return x * (piece[3] + x * (piece[4] / 2 + x * (piece[5] / 3 + x * piece[6] / 4)))
end

-- Pieces: start, permits before it, and the coefficients of the rate.
local function curve_after_learning()
  local curve, start, before = {}, 0, 0
  local function add(length, c0, c1, c2, c3)
    if length > 0 then
      local piece = {start, before, c0, c1, c2, c3}
      curve[#curve + 1] = piece
      start = start + length
      before = before + integral(piece, length)
    end
  end
  if s.start then
    local first, plateau, ceiling = clamp(s.start), clamp(s.plateau), s.ceiling
    if s.shape == LINEAR then
      add(s.recovery, first, (ceiling - first) / s.recovery, 0, 0)
    else
      local gap = plateau - first
      add(20, first, 3 * gap / 20, -3 * gap / (20 * 20), gap / (20 * 20 * 20))
      add(0.4 * s.quiet, plateau, 0, 0, 0)
      local top = min(ceiling, plateau + max(max(0.04, 12 / s.quiet) * plateau, 0.01 * ceiling))
      add(s.quiet, plateau, (top - plateau) / s.quiet, 0, 0)
      local rest = (ceiling - top) / ceiling
      if s.quiet >= 240 then
        local creep = math.sqrt(rest) * s.recovery
        add(creep, top, 0, (ceiling - top) / (creep * creep), 0)
      else
        local creep = rest * s.recovery
        add(creep, top, (ceiling - top) / creep, 0, 0)
      end
    end
  end
  curve[#curve + 1] = {start, before, s.ceiling, 0, 0, 0}
  return curve
end

local function piece_at(x)
  local i = #s.curve
  while s.curve[i][1] > x do
    i = i - 1
  end
  return s.curve[i]
end

local function permits_by(x)
  if x <= 0 then
    return x * s.curve[1][3]
  end
  local piece = piece_at(x)
  return piece[2] + integral(piece, x - piece[1])
end

local function seconds_for(permits)
  if permits <= 0 then
    return permits / s.curve[1][3]
  end
  local piece = s.curve[1]
  for _, candidate in ipairs(s.curve) do
    if candidate[2] > permits then
      break
    end
    piece = candidate
  end
  local wanted = permits - piece[2]
  local x = wanted / piece[3]
  if piece[4] ~= 0 or piece[5] ~= 0 or piece[6] ~= 0 then
    for _ = 1, 50 do
      local next_x = x - (integral(piece, x) - wanted) / rate_in(piece, x)
      if next_x >= x then
        break
      end
      x = next_x
    end
  end
  return piece[1] + x
end

-- Of the way back from a cut of the burst, so much is gone by a moment.
local function burst_grown(time) return s.burst_grown + max(0, seconds(time - s.origin)) / (12 * s.recovery) end

local function burst_at(time)
  local most = min(s.burst, s.limit)
  if not s.burst_cut then
    return most
  end
  local steps = max(0, floor(24 * burst_grown(time))) / 24
  return steps >= 1 and most or min(most, s.burst_cut + (s.burst - s.burst_cut) * steps)
end

-- Everything that follows from settings, what was learned, and where the count began.
local function derive()
  s.ceiling = s.limit / s.period * 1000000000
  s.floor = min(s.least, s.limit) / s.period * 1000000000
  s.burst_now = burst_at(s.since)
  s.capacity = floor(s.burst_now * UNIT)
  s.curve = curve_after_learning()
  s.before = permits_by(seconds(s.since - s.origin))
end

local function rate_at(time)
  local x = max(0, seconds(max(time, s.since) - s.origin))
  local piece = piece_at(x)
  return rate_in(piece, x - piece[1])
end

local function counted(time)
  if time <= s.since then
    return 0
  end
  local permits = permits_by(seconds(time - s.origin)) - s.before
  return floor(max(0, min(permits * UNIT, MOST)))
end

local function time_of(units)
  if units <= 0 then
    return s.since
  end
  if units > MOST then
    return FOREVER
  end
  local ticks = seconds_for(s.before + units / UNIT) * 1e6 - (s.since - s.origin)
  local later = ceil(max(1, ticks * (1 - 2 ^ -50)))
  local step = 1
  while later <= FAR do
    if counted(s.since + later) >= units then
      return s.since + later
    end
    later = later + step
    step = step * 2
  end
  return FOREVER
end

local function between(least, rate, most) return max(least, min(rate, most)) end

local function carry_burst_over()
  if s.burst_cut then
    local sofar = burst_grown(now)
    if sofar >= 1 then
      s.burst_cut, s.burst_grown = nil, 0
    else
      s.burst_grown = sofar
    end
  end
end

-- The part of the pause in which calls would have been taken, had they come at the rate now believed in.
local function seconds_lost(event)
  return max(0, event.pause - max(0, event.rate / s.plateau - 1) * event.span)
end

local function believe(safe, quiet, hits, event)
  s.plateau = clamp(safe)
  s.start = max(s.floor, min(event.rate * s.factor, s.plateau))
  s.quiet = min(1800, max(quiet, 20 * seconds_lost(event)))
  s.hits = hits
  s.un_calls, s.un_seconds, s.un_waited = event.calls, event.span, 0
end

-- How many per time.
local function learn_rate(event)
  local rate, calls, span, retry_after = event.rate, event.calls, event.span, event.retry_after
  local is_ban = retry_after >= 60 and span >= 30
  local window = is_ban and calls / span or calls / (span + min(retry_after, 60))
  if not s.start then
    believe(0.97 * between(rate / 2, window, rate), 120, 0, event)
  elseif rate > s.plateau * (1 + 0.001) then
    local rest = max(0, retry_after - 1)
    local near = 3 * rest > span and calls / span or calls / (span + rest)
    local found = between(s.plateau, near, rate)
    local off = abs(found / s.plateau - 1)
    local longer = s.quiet * (off < 0.07 and 6 or 2)
    local longest = 490 * between(1, 5 * (0.97 * found) / s.ceiling, 3)
    believe(0.97 * found, off < 0.2 and min(longest, longer) or 120, 0, event)
  else
    local found = between(rate / 2, window, s.plateau)
    local hits = min(s.hits + 1, 1000)
    local quiet = hits > 1 and 120 or s.quiet
    believe(min(s.plateau * max(0.5, 1 - 0.04 * 2 ^ (hits - 1)), 0.97 * found), quiet, hits, event)
  end
end

-- One congestion event: the axis that was hit is cut, the others keep what they have and go on growing.
local function learn(event)
  if s.shape == LINEAR and not event.crowded then
    s.start, s.plateau, s.quiet, s.hits = clamp(event.rate * s.factor), s.ceiling, 120, 0
    s.un_calls, s.un_seconds, s.un_waited = 0, 0, 0
    s.burst_cut, s.burst_grown = nil, 0
    return
  end
  local age = seconds(now - s.origin)
  local kept = s.start and s.plateau or event.rate
  local burst = burst_at(now)
  local too_many_at_once = not event.crowded and (s.start or age >= 60)
    and event.just_sent >= max(3, 2 * event.rate + 1) and burst > s.least_burst
    and event.calls / max(event.span, min(age, 60)) <= 0.9 * kept
  if too_many_at_once then
    believe(kept, s.quiet, s.hits, event)
    s.burst_cut = max(s.least_burst, min(burst, event.just_sent) / 2)
    s.burst_grown = 0 - 20 * seconds_lost(event) / (12 * s.recovery)
    return
  end
  carry_burst_over()
  if event.crowded then
    believe(kept, s.quiet, s.hits, event)
  else
    learn_rate(event)
  end
end

-- A probe was refused: the pause before it was too short.
local function refute(pause, next_pause)
  if s.un_seconds ~= 0 then
    s.un_waited = (s.un_waited == 0 and pause or s.un_waited) + next_pause
  end
end

-- A probe failed for another reason than the limit.
local function disturb() s.un_calls, s.un_seconds, s.un_waited = 0, 0, 0 end

-- A probe has passed. If others were refused before, less was taken in the window than had been believed.
local function prove(last_pause)
  if s.un_waited > 0 then
    local pause = s.un_waited - last_pause / 2
    local safe = 0.97 * (s.un_calls / (s.un_seconds + max(0, min(pause, 60))))
    local believed = clamp(between(s.plateau / 4, safe, s.plateau))
    s.start, s.plateau = min(s.start, believed), believed
  end
  disturb()
end
