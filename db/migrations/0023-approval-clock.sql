-- What somebody holds in another's place now: looked through every minute for what comes back.
create index approval_task__stood_in on approval_task (principal_id) where principal_id is not null and state = 'open';
