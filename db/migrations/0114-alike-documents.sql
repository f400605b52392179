-- Documents that say nearly the same (docs/decisions/069): each way to be alike is one look-up by an index of its own.

-- Of files that documents were handed in with: the same content, whoever brought it.
create index attachment__document_content on attachment (source_sha256) where purpose = 'document';

create index scheme_application_line__alike on scheme_application_line (customer_code, amount);
create index scheme_special_price__alike on scheme_special_price (customer_code, total_amount);
create index scheme_execute__alike on scheme_execute (customer_code, total_amount);
create index scheme_execute__invoice on scheme_execute (upper(invoice_no)) where invoice_no is not null;
create index scheme_receivables_adjustment__alike on scheme_receivables_adjustment (customer_code, total_amount);
create index scheme_receivables_adjustment_line__item on scheme_receivables_adjustment_line (upper(item_no));
create index scheme_adjust_invoice__alike on scheme_adjust_invoice (customer_code, total_amount);
create index scheme_adjust_invoice_line__invoice on scheme_adjust_invoice_line (upper(invoice_no));
create index scheme_negative_redemption__alike on scheme_negative_redemption (customer_code, total_amount);
