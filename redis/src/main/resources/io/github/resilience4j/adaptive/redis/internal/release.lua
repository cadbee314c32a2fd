-- SharedBudget.release: the epoch of the lease, how many permits come back; negative ones are a debt.
meet()
local epoch, permits = tonumber(ARGV[OWN + 1]), tonumber(ARGV[OWN + 2])
local old = epoch ~= s.epoch or not is_open()
give_back(permits, old and permits > 0, caps_of_member())
return told()
