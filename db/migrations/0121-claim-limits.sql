-- What a claim's line could take when it was handed in: free of the accrual, and of the commitment where that pays without one.
alter table scheme_execute_line
  add column free_accrued numeric(20, 2),
  add column free_committed numeric(20, 2);
