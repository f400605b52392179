-- Until here the sealer put entries in the order in which their numbers sort as text: 1000 before 999. From here on every seal is of form 3, in the
-- order of the numbers. What older seals say stays as it is; a program of before this migration that still runs can make none of them any more.
alter table audit_seal
  alter column form set default 3,
  add constraint audit_seal__by_number check (form = 3) not valid;

-- The seal without entries from which everything is sealed anew where older seals are wrong (decision 076): there is at most one.
create unique index audit_seal__anew on audit_seal (entries) where form = 3 and entries = 0;

-- A seal that was not committed, or a crash, moved the sequence of numbers on, and verification took the end of the chain for cut off. Seals
-- now get their numbers from the seal before them, and the sequence is told of a number when its seal is committed.
create function audit_sealed(p_number bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  select setval(s.sequence, greatest(p_number, pg_sequence_last_value(s.sequence)))
  from (select pg_get_serial_sequence('public.audit_seal', 'id')::regclass as sequence) s
$$;
