-- What holds calls back, and what follows from events: Regime, Hold and Pauses of the pure state machine.

local ALL, NOTHING = math.huge, 0

local function pause_end() return max(s.retry_after, s.throttled, s.failures, s.manual) end

local function is_open() return s.probe == nil and s.stop == nil end

local function flows_from() return s.probe == nil and now or max(now, pause_end()) end

local function begin_anew() s.since = flows_from() end

-- Permits flow when nothing holds them; a cut's recovery begins then, one that has begun goes on.
local function flow()
  s.since = flows_from()
  if s.ahead then
    s.origin = s.since
  end
end

local function is_probe_free()
  if s.probe == nil or s.stop or now < pause_end() then
    return false
  end
  return s.probe == FREE or now >= s.taken + s.probe_timeout
end

local function capped(pause) return min(pause, s.max_pause) end

local function cause_of_pause()
  local last = pause_end()
  if last == NEVER then
    return nil
  end
  for _, cause in ipairs({'retry_after', 'throttled', 'failures'}) do
    if s[cause] == last then
      return cause
    end
  end
  return 'manual'
end

local function hold_back(cause, pause)
  local pause_ends = now + pause
  if pause_ends > pause_end() then
    s.last_pause = pause
  end
  if cause then
    s[cause] = max(s[cause], pause_ends)
  end
  s.probe = FREE
end

local function paused(cause, pause)
  local by_hand = cause == 'manual' or cause == 'failures'
  change(by_hand and ALL or NOTHING, function()
    hold_back(cause, pause)
    flow()
  end)
end

-- Nothing to learn from, but a time the server named counts if it is later than what is known.
local function answered_late(meaning, delay)
  local pause = capped(delay)
  if (meaning == REFUSED or meaning == CROWDED or meaning == HELD) and pause > 0 and now + pause > pause_end() then
    paused('retry_after', pause)
  end
end

-- The first refusal of a congestion event: obeyed exactly, and less from then on.
local function cut(meaning, delay, sent_at)
  local named = delay >= 0
  local pause = capped(named and delay or s.default_pause)
  local calls, span, just_sent = accepted_in_window(sent_at)
  change(NOTHING, function()
    learn({
      rate = rate_at(sent_at), calls = calls, span = span, just_sent = just_sent, crowded = meaning == CROWDED,
      retry_after = named and seconds(delay) or 0, pause = seconds(pause)
    })
    hold_back(named and 'retry_after' or 'throttled', pause)
    s.epoch = s.epoch + 1
    s.ahead = true
    flow()
  end)
end

local function back_off()
  local longest = max(900000000, s.default_pause)
  local base = max(1000000, s.last_pause)
  return base > longest / 2 and longest or 2 * base
end

-- What the server said last time has been proved wrong once: wait longer.
local function probe_refused(meaning, delay)
  local cause = 'throttled'
  local is_refused = meaning == REFUSED or meaning == CROWDED
  if delay >= 0 then
    cause = 'retry_after'
  elseif not is_refused then
    cause = cause_of_pause()
    cause = cause == 'manual' and 'failures' or cause
  end
  local pause = capped(max(delay, back_off()))
  if is_refused then
    refute(seconds(s.last_pause), seconds(pause))
  else
    disturb()
  end
  paused(cause, pause)
end

local function lift_pauses() s.retry_after, s.throttled, s.failures, s.manual = NEVER, NEVER, NEVER, NEVER end

local function probe_passed()
  local believed = s.plateau
  change(counted(now), function()
    prove(seconds(s.last_pause))
    if s.plateau ~= believed then
      s.since = now
    end
    lift_pauses()
    s.probe = nil
    s.ahead = false
  end)
end

local function answered(meaning, delay, epoch, probe, age)
  if s.probe ~= nil and probe ~= 0 and s.probe == probe then
    if meaning == ACCEPTED then
      probe_passed()
    elseif meaning == REFUSED or meaning == CROWDED or meaning == HELD or meaning == TROUBLED then
      probe_refused(meaning, delay)
    else
      s.probe = FREE
      s.regime_changed = true
    end
  elseif meaning ~= ACCEPTED then
    local fresh = epoch == s.epoch and probe == 0
    if fresh and (meaning == REFUSED or meaning == CROWDED) then
      cut(meaning, delay, max(0, now - age))
    elseif not fresh or meaning == HELD then
      answered_late(meaning, delay)
    end
  end
end

-- Of a pause that the server asked for one call may find out whether it still holds; all else is lifted.
local function resumed()
  if is_open() then
    return
  end
  local ends = pause_end()
  local was_paused = s.probe ~= nil and ends > now
  change(ALL, function()
    s.stop = nil
    if s.probe == nil or max(s.retry_after, s.throttled) == NEVER then
      lift_pauses()
      s.probe = nil
    else
      s.retry_after, s.throttled = min(s.retry_after, now), min(s.throttled, now)
      s.failures, s.manual = NEVER, NEVER
      if now < ends then
        s.probe = FREE
      end
    end
    if was_paused then
      flow()
    end
  end)
end
