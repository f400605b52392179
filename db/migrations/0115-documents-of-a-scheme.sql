-- A scheme's page goes through its documents and postings by their keys, however many there are: newest first, one look-up a page.

create index scheme_withhold__of_scheme on scheme_withhold (scheme_no, id);
create index scheme_execute__of_scheme on scheme_execute (scheme_no, id);
drop index scheme_reversal__scheme, scheme_terminal__scheme, scheme_adjust__scheme, scheme_adjust_invoice__scheme, scheme_receivables_adjustment__scheme;
create index scheme_reversal__of_scheme on scheme_reversal (scheme_no, id);
create index scheme_terminal__of_scheme on scheme_terminal (scheme_no, id);
create index scheme_adjust__of_scheme on scheme_adjust (scheme_no, id);
create index scheme_negative_redemption__of_scheme on scheme_negative_redemption (scheme_no, id);
create index scheme_adjust_invoice__of_scheme on scheme_adjust_invoice (scheme_no, id) where scheme_no is not null;
create index scheme_receivables_adjustment__of_scheme on scheme_receivables_adjustment (scheme_no, id) where scheme_no is not null;

-- The moves of one occupation in their order.
drop index budget_occupation_move__occupation;
create index budget_occupation_move__occupation on budget_occupation_move (document_id, round, line_no, id);
