-- The list of budget lines at a million rows: an index for each order it offers, and one for each filter that leaves
-- few rows. Every call is about one area, so the area leads. Filters that leave many rows (pool, department, class,
-- business type, product line) are checked while walking the index of the order. Not partial on the state: a line is
-- inserted as planned and opened by an update that would then have to touch every index.
create index budget_line__list on budget_line (area_id, id);
create index budget_line__period on budget_line (area_id, year, month, id);
create index budget_line__country on budget_line (area_id, country_code, id);
create index budget_line__project on budget_line (area_id, project_code, id);
