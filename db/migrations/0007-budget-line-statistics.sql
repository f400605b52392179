-- What columns say about each other, for the planner. An area's lines are of its organisation: taken for independent,
-- row scope would seem to leave few of them. A product line is of one class and a project in one country: two filters
-- that exclude each other would seem to leave many, and the whole list would be walked looking for them.
create statistics budget_line__product (mcv) on area_id, scope_id, product_class, product_line_code from budget_line;
create statistics budget_line__place (mcv) on area_id, scope_id, country_code, project_code from budget_line;
