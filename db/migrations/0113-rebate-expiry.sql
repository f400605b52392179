-- A rebate that nobody spent by its last day ends (domain.md section 4): what is available of it leaves the account, what documents have
-- frozen stays theirs.

alter table rebate_batch add column expired numeric(20,2) not null default 0;
alter table rebate_batch drop constraint rebate_batch__whole;
alter table rebate_batch add constraint rebate_batch__whole check (available + occupied + consumed + expired = credited);
alter table rebate_batch drop constraint rebate_batch__stages;
alter table rebate_batch add constraint rebate_batch__stages check (least(available, occupied, consumed, expired) >= 0);
create index rebate_batch__ending on rebate_batch (expires_on, id) where available > 0 and expires_on is not null;
