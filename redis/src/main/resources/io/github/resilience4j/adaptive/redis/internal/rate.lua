-- How fast permits come: RateCurve, RecoveryShape, StoreRefill and Learned of the pure state machine, step by step the
-- same, so that every double comes out the same. Time is whole microseconds, permits are counted in units of 2^-20.

local FAR = 1577880000000000
local NEVER, FOREVER = -math.huge, math.huge
local UNIT = 1048576
local MOST, WORN, MOST_DEBT = 2 ^ 52, 2 ^ 50, 2 ^ 51
local LEASE, MEMBER = 100000, 3000000
local MOST_COUNTED = 2 ^ 52
local FREE = -1
local ACCEPTED, REFUSED, HELD, TROUBLED = 0, 1, 2, 3
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
      local top = min(ceiling, plateau + max(0.06 * plateau, 0.02 * ceiling))
      add(s.quiet, plateau, (top - plateau) / s.quiet, 0, 0)
      local creep = (ceiling - top) / ceiling * s.recovery
      add(creep, top, (ceiling - top) / creep, 0, 0)
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

-- Everything that follows from settings, what was learned, and where the count began.
local function derive()
  s.ceiling = s.limit / s.period * 1000000000
  s.floor = min(s.least, s.limit) / s.period * 1000000000
  s.burst_now = min(s.burst, s.limit)
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

-- One congestion event.
local function learn(rate, calls, span, retry_after, pause)
  if s.shape == LINEAR then
    s.start, s.plateau, s.quiet, s.hits = clamp(rate * s.factor), s.ceiling, 120, 0
    return
  end
  local window = calls / (span + min(retry_after, 60))
  local plateau, quiet, hits
  if not s.start then
    plateau, quiet, hits = 0.97 * between(rate / 2, window, rate), 120, 0
  elseif rate > s.plateau * (1 + 0.001) then
    local found = between(s.plateau, window, rate)
    quiet = abs(found / s.plateau - 1) < 0.2 and min(600, 2 * s.quiet) or 120
    plateau, hits = 0.97 * found, 0
  else
    local found = between(rate / 2, window, s.plateau)
    hits = min(s.hits + 1, 1000)
    quiet = hits > 1 and 120 or s.quiet
    plateau = min(s.plateau * max(0.5, 1 - 0.08 * 2 ^ (hits - 1)), 0.97 * found)
  end
  local believed = clamp(plateau)
  local lost = max(0, pause - max(0, rate / believed - 1) * span)
  s.start = max(s.floor, min(rate * s.factor, believed))
  s.plateau = believed
  s.quiet = min(1800, max(quiet, 20 * lost))
  s.hits = hits
end
