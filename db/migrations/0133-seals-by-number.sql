-- Until here the sealer put entries in the order in which their numbers sort as text: 1000 before 999. From here on every seal is of form 3, in the
-- order of the numbers. What older seals say stays as it is; a program of before this migration that still runs can make none of them any more.
alter table audit_seal
  alter column form set default 3,
  add constraint audit_seal__by_number check (form = 3) not valid;

-- The seal without entries from which everything is sealed anew where older seals are wrong (decision 076): there is at most one.
create unique index audit_seal__anew on audit_seal (entries) where form = 3 and entries = 0;
