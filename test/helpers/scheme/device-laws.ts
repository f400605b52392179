// What holds of devices whatever happened to them: each query returns what breaks it.

type Query = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>

const LAWS = {
  'each device is at one place': `select d.id from device d left join device_holding h on h.device_id = d.id where h.device_id is null
    union all select h.device_id from device_holding h where not exists (select from device d where d.id = h.device_id)`,
  'the intervals of a device are numbered from one and each begins where the one before it ended': `select * from (select device_id, seq, from_at, until, row_number() over w as place, lag(until) over w as ended, lead(seq) over w as next
      from device_interval window w as (partition by device_id order by seq)) i
    where seq <> place or (seq > 1 and ended is distinct from from_at) or (until is null) <> (next is null)`,
  'an interval says whether its device left the customer': `select c.device_id, c.seq from device_custody c join device_interval n on n.device_id = c.device_id
    and n.seq = c.seq + 1 join device_place p on p.id = c.place_id left join device_place q on q.id = n.place_id
    where c.left_customer <> (p.customer_code is not null and (q.customer_code, q.scope_id) is distinct from (p.customer_code, p.scope_id))`,
  'a row repeats of its place what the place is': `select h.device_id from device_holding h join device_place p on p.id = h.place_id left join customer c on c.code = p.customer_code
    where (h.scope_id, h.holder_type, h.form) is distinct from (p.scope_id, p.holder_type, p.form) or h.customer_id is distinct from c.id`,
  'an activation is kept once, as its device says, and counts once for whoever had it': `select coalesce(a.device_id, h.device_id) from device_activation a full join (select * from device_holding where activated_on is not null) h on h.device_id = a.device_id
     where a.day is distinct from h.activated_on
     union all select n.device_id from device_count n where n.basis = 'activation' group by 1 having count(*) > 1 or bool_or(not exists (select from device_activation a where a.device_id = n.device_id))`,
  'days of volumes are the rows of those days': `with counted as (
      select n.counted_for, n.sku_id, n.basis, day_in(n.at, d.zone) as day, n.place_id, coalesce(s.currency, '') as currency, sum(n.units)::int as units,
        coalesce(sum(s.price * n.units), 0) as amount
      from device_count n join customer u on u.id = n.counted_for join device_day d on d.scope_id = u.scope_id left join device_source s on s.id = n.source_id
      where n.at < day_begin(d.closed_until, d.zone) group by 1, 2, 3, 4, 5, 6
    ), added as (select counted_for, sku_id, basis, day, place_id, currency, units, amount from device_volume_day)
    (table counted except table added) union all (table added except table counted)`,
  'days of stock are what the places of devices say of their end': `with day as (
      select d.scope_id, d.zone, g::date as day, day_begin(g::date + 1, d.zone) - interval '1 microsecond' as at
      from device_day d join lateral (select min(s.day) as first from device_stock_day s where s.scope_id = d.scope_id) m on true
      cross join lateral generate_series(m.first::timestamp, d.stock_until - 1, interval '1 day') g
      where not exists (select from device_stock_late l where l.scope_id = d.scope_id)
    ), said as (
      select s.scope_id, s.day, s.customer_code, s.sku_code, s.units, s.older from device_stock_day s join day d on d.scope_id = s.scope_id and d.day = s.day where s.units > 0
    ), held as (
      select d.scope_id, d.day, i.customer_code, i.sku_code, count(*)::int as units, (count(*) filter (where d.day - day_in(i.received_at, d.zone) > 90))::int as older
      from day d cross join lateral (
        select h.customer_code, h.seq, h.device_id, h.received_at, k.code as sku_code from device_interval h join sku k on k.id = h.sku_id
        join device_holding n on n.device_id = h.device_id
        where h.holder_type in ('customer', 'dealer', 'store') and h.form = 'regular' and h.scope_id = d.scope_id and h.from_at <= d.at
          and (h.until is null or h.until > d.at) and (n.activated_at is null or n.activated_at > d.at)
      ) i group by 1, 2, 3, 4
    )
    (table said except table held) union all (table held except table said)`,
} as const

export type DeviceLaw = keyof typeof LAWS

/** The laws that are broken, each with a row that breaks it. */
export async function brokenDeviceLaws(query: Query, only = Object.keys(LAWS) as readonly DeviceLaw[]) {
  const broken: { law: DeviceLaw; row: object }[] = []
  for (const law of only) {
    const [row] = await query<object>(LAWS[law])
    if (row) broken.push({ law, row })
  }
  return broken
}
