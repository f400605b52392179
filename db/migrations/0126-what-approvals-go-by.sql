-- An adjustment that begins a scheme earlier goes through all levels, and the route of a termination may look at the type of its scheme.
alter table scheme_adjust add column retroactive text;
alter table scheme_terminal add column scheme_type text;
-- What is over is looked for every minute: among what is not closed, by its last day.
create index scheme__ending on scheme (ends_on, id) where state <> 'closed';
