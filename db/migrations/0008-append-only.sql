-- What happened is never edited away (law 3): not by a slip in the code, nor by a hand in a console. Inserts pay nothing for it.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'KN002';
end $$;

create trigger ledger_journal__append_only before update or delete or truncate on ledger_journal
  for each statement execute function refuse_change();
create trigger ledger_posting__append_only before update or delete or truncate on ledger_posting
  for each statement execute function refuse_change();
create trigger audit_entry__append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();
create trigger audit_seal__append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_change();
create trigger approval_act__append_only before update or delete or truncate on approval_act
  for each statement execute function refuse_change();
