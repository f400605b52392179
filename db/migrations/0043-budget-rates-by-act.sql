-- The act that publishes the rates of a year writes the budget rates itself, each with its audit entry (decision 033): a trigger changed
-- rows of which nobody was told.
drop trigger year_rate__budget_rate on year_rate;
drop function budget_rate_of_year();
