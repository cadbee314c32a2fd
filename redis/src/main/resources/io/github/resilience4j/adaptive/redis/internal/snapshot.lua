-- SharedBudget.snapshot: looks and writes nothing.
if not load() then
  return false
end
move_time()
return stamped()
