-- A price cut may be taken back after it was proposed for protection: its prices are revoked, end before they begin, or another document sets other
-- ones (docs/decisions/121). The cut stays, marked; its proposal says which act on which document changed it, and is closed where no cut is left.
alter table price_protection_cut add column taken_at timestamptz;
alter table price_protection_proposal add column changed_no text;
alter table price_protection_proposal add column changed_act text;
alter table price_protection_proposal add column changed_at timestamptz;
alter table price_protection_proposal add constraint price_protection_proposal__changed check (num_nonnulls(changed_no, changed_act, changed_at) in (0, 3));
alter table price_protection_proposal add constraint price_protection_proposal__taken_back check (state <> 'takenBack' or changed_no is not null);
alter table price_protection_proposal drop constraint price_protection_proposal__state;
alter table price_protection_proposal add constraint price_protection_proposal__state check (state in ('open', 'used', 'dismissed', 'takenBack'));
alter table price_protection_proposal drop constraint price_protection_proposal__decided;
alter table price_protection_proposal add constraint price_protection_proposal__decided
  check ((state in ('open', 'takenBack')) = (decided_by is null) and (decided_by is null) = (decided_at is null));
