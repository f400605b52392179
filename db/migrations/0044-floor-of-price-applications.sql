-- The floor at the time of the submit beside the margin, as reviews have it: an approver sees that a price lies below it.
alter table price_application_line add column floor_margin numeric(20,2);
