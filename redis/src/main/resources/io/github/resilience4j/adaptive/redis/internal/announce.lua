-- SharedBudget.announce.
meet()
return told()
