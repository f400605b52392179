-- Quotes of competitors beside the requested price: in the currency of the application, at the booking rate of the day on which they were seen (docs/decisions/143).
alter table price_application_quotes add column sku_code text, add column converted numeric(20, 2), add column difference numeric(20, 2),
  add column conversion text constraint price_application_quotes__conversion check (conversion in ('same', 'booking', 'noRate')), add column rate_origin text;

-- Of a price that a line of a document set, the tax of the price before where it had another one: prices with different taxes compare without them
-- (docs/decisions/142, 143). Most prices keep their tax and have no row here.
create table price_previous_tax (
  source_id bigint not null,
  line_no integer not null,
  key_id integer not null,
  tax_mode text not null,
  tax_rate numeric(20, 4) not null,
  constraint price_previous_tax__pk primary key (source_id, line_no, key_id)
);

insert into price_previous_tax (source_id, line_no, key_id, tax_mode, tax_rate)
select distinct on (r.source_id, r.line_no, r.key_id) r.source_id, r.line_no, r.key_id, o.tax_mode, o.tax_rate
from price_row r
join price_row o on o.key_id = r.key_id and o.known_until = r.known_from and o.known_from < r.known_from and o.price = r.previous_price
  and o.valid_from <= r.valid_from and coalesce(o.valid_to > r.valid_from, true)
where r.version = 1 and r.source_id is not null and r.line_no is not null and o.source_id is distinct from r.source_id
  and (o.tax_mode <> r.tax_mode or (o.tax_mode = 'inclusive' and o.tax_rate <> r.tax_rate))
order by r.source_id, r.line_no, r.key_id, r.known_from, r.valid_from;
