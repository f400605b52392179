-- An adjustment that begins a scheme earlier goes through all levels, and the route of a termination may look at the type of its scheme.
alter table scheme_adjust add column retroactive text;
alter table scheme_terminal add column scheme_type text;
-- What is over is looked for every minute: among what is not closed, by its last day.
create index scheme__ending on scheme (ends_on, id) where state <> 'closed';

-- Price supports: of schemes, of applications in approval, and of schemes as adjustments in approval would make them. What a scheme that is
-- over paid for is paid for.
create or replace view price_support as
select s.no, l.customer_code, l.sku_code, l.spu_code, s.start_date, s.end_date, s.stackable
from scheme s join scheme_line l on l.scheme_id = s.id
where s.scheme_type = 'priceSupport'
union all
select d.no, l.customer_code, l.sku_code, l.spu_code, d.start_date, d.end_date, coalesce(d.stackable = 'yes', false)
from scheme_application d join scheme_application_line l on l.document_id = d.id and l.round = d.round
where d.scheme_type = 'priceSupport' and d.state = 'underApproval'
union all
select s.no, coalesce(c.new_customer_code, l.customer_code), case when c.is_other then c.new_sku_code else l.sku_code end,
  case when c.is_other then c.new_spu_code else l.spu_code end, coalesce(d.new_start_date, s.start_date), coalesce(d.new_end_date, s.end_date),
  s.stackable
from scheme_adjust d join scheme s on s.no = d.scheme_no join scheme_line l on l.scheme_id = s.id
left join lateral (
  select a.new_customer_code, a.new_sku_code, a.new_spu_code, num_nonnulls(a.new_sku_code, a.new_spu_code) > 0 as is_other
  from scheme_adjust_line a join scheme_funding f on f.scheme_id = s.id and f.funding_no = a.funding_no and f.line_no = l.line_no
  where a.document_id = d.id and a.round = d.round and a.kind = 'scope' limit 1
) c on true
where s.scheme_type = 'priceSupport' and d.state = 'underApproval';
