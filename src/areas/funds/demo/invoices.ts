import { prepared } from '#kernel/platform/db/statement.ts'

/** Months back for which there are invoices. */
export const INVOICE_MONTHS = 18

/** The day at an instant for organisation `o`. */
const dayThere = (instant: string) =>
  `((${instant}::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date`

/**
 * Invoices of distributors, one a month each over up to three products, with plausible amounts: prices in dollars by
 * product, at the year's rate. India's taxes depend on the states of seller and buyer, elsewhere there is a value added
 * tax. The same customer and month always give the same invoice.
 */
export const seedInvoices = prepared(
  'seed demo invoices',
  `with rates as (
     select distinct on (currency) currency, units from year_rate order by currency, year desc, version desc
   ), buyers as (
     select c.code, c.scope_id, c.operating_unit_code, c.country_code, u.legal_entity_code, e.currency, coalesce(r.units, 1) as units,
       abs(hashtext(c.code)) as draw, left(c.tax_no, 2) as state, left(e.tax_no, 2) as home,
       coalesce((('{"AE": 5, "SA": 15, "DE": 19, "FR": 20, "ES": 21, "IT": 22, "GB": 20, "PL": 23, "CZ": 21, "HU": 27, "RO": 19, "ID": 11, "CN": 13,
         "TH": 7, "VN": 10, "PH": 12, "MX": 16, "BR": 17, "RU": 20, "HK": 0}'::jsonb) ->> c.country_code)::numeric, 12) as vat,
       (select w.code from warehouse w where w.organisation_id = c.organisation_id and w.type = 'own' order by w.code limit 1) as warehouse,
       ${dayThere('$1')} as today
     from customer c join operating_unit u on u.code = c.operating_unit_code join legal_entity e on e.code = u.legal_entity_code
     join organisation o on o.id = c.organisation_id
     left join rates r on r.currency = e.currency
     where c.kind = 'distributor' and c.state = 'enabled'
   ), goods as materialized (
     select s.code, l.product_class, abs(hashtext(s.code)) as draw,
       row_number() over (partition by l.product_class order by s.code) - 1 as at, count(*) over (partition by l.product_class) as total
     from sku s join spu p on p.code = s.spu_code join product_line l on l.code = p.product_line_code where s.enabled and s.sell_in = 'yes'
   ), heads as materialized (
     select nextval('document_id') as id, b.*, m.at as month, g.class, g.day as issued,
       b.country_code || to_char(g.day, 'YYMM') || lpad((row_number() over (partition by b.legal_entity_code, to_char(g.day, 'YYMM') order by b.code, m.at))::text, 4, '0') as no
     from buyers b cross join generate_series(0, $2::int - 1) m (at),
       lateral (select (b.today - (m.at * 30 + 3 + b.draw % 9)) as day, case when (b.draw / 7 + m.at) % 4 = 0 then 'iot' else 'phone' end as class) g
   ), lines as materialized (
     select h.id as invoice, h.country_code, h.state, h.home, h.vat, l.at as line, s.code as sku, q.quantity, p.price, round(q.quantity * p.price, 2) as net
     from heads h cross join generate_series(1, 1 + (h.draw + h.month) % 3) l (at)
     join goods s on s.product_class = h.class and s.at = (h.draw + h.month * 5 + l.at * 3) % s.total
     cross join lateral (select (case h.class when 'iot' then 60 else 20 end + (h.draw / 13 + h.month * 7 + l.at * 11) % 90)::int as quantity) q
     cross join lateral (select round((case h.class when 'iot' then 18 + s.draw % 60 else 95 + s.draw % 360 end) * h.units, case when h.units > 20 then 0 else 2 end) as price) p
   ), taxed as materialized (
     select l.*, case when l.country_code <> 'IN' then l.vat else 0 end as vat_rate, case when l.country_code = 'IN' and l.state = l.home then 9 else 0 end as half,
       case when l.country_code = 'IN' and l.state is distinct from l.home then 18 else 0 end as igst_rate from lines l
   ), sums as (
     select t.*, round(net * half / 100, 2) as share, round(net * igst_rate / 100, 2) as igst, round(net * vat_rate / 100, 2) as vat_amount from taxed t
   ), posted as (
     insert into customer_invoice (id, scope_id, kind, no, legal_entity_code, operating_unit_code, customer_code, currency, warehouse_code, issued_on, due_on,
       tax_regime, place_of_supply, net, tax, gross, source_type, source_no)
     select h.id, h.scope_id, 'invoice', h.no, h.legal_entity_code, h.operating_unit_code, h.code, h.currency, h.warehouse, h.issued,
       h.issued + case h.draw % 3 when 0 then 30 when 1 then 45 else 60 end, case h.country_code when 'IN' then 'gst' else 'vat' end,
       case h.country_code when 'IN' then coalesce(h.state, '27') end, s.net, s.tax, s.net + s.tax, 'erpReceivables', 'ERP-AR-' || to_char(h.issued, 'YYYYMM')
     from heads h join (select invoice, sum(net) as net, sum(2 * share + igst + vat_amount) as tax from sums group by 1) s on s.invoice = h.id
   ) insert into customer_invoice_line (invoice_id, line_no, sku_code, quantity, unit_price, net, cgst_rate, sgst_rate, igst_rate, vat_rate, cgst, sgst, igst,
       vat, tax, gross)
     select invoice, line, sku, quantity, price, net, half, half, igst_rate, vat_rate, share, share, igst, vat_amount,
       2 * share + igst + vat_amount, net + 2 * share + igst + vat_amount from sums`,
)

export interface DemoInvoice {
  readonly no: string
  readonly customer: string
  readonly unit: string
  readonly currency: string
  readonly issued: string
  readonly due: string
  readonly gross: string
  readonly draw: number
  readonly month: number
  /** Of the customer's organisation. */
  readonly zone: string
}

/** The newest invoices, by age in months. */
export const recentInvoices = prepared<DemoInvoice>(
  'demo recent invoices',
  `select i.no, i.customer_code as customer, i.operating_unit_code as unit, i.currency, i.issued_on::text as issued, due_on::text as due, gross::text as gross,
     abs(hashtext(i.no)) as draw, (${dayThere('$1')} - i.issued_on) / 30 as month, o.timezone as zone
   from customer_invoice i join customer c on c.code = i.customer_code join organisation o on o.id = c.organisation_id
   where i.kind = 'invoice' and i.issued_on > ${dayThere('$1')} - 30 * $2::int order by i.no`,
)
