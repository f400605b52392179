import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

// Facts about a frozen stock for follow-up documents, and claims on its units without naming each.

/** Of a frozen line and SKU: the number of units, and how many are neither claimed nor paid. */
export interface FrozenLeft {
  readonly line: number
  readonly skuCode: string
  readonly units: number
  readonly left: number
}

/**
 * The snapshots of a document's newest round, and the scheme type that pays for them: `asked` returns document_id,
 * customer_code and scheme_type.
 */
const SNAPSHOTS = `join device_snapshot n on n.document_id = a.document_id
     and n.round = (select max(x.round) from device_snapshot x where x.document_id = a.document_id)`

/**
 * The rest of the stock of a customer that a document froze (without lines that froze stock of others alone), selected by an area's own
 * query: it returns document_id, customer_code and scheme_type. The caller has checked that the reader may see it.
 */
export function frozenLeftFoundBy(
  name: string,
  query: string,
): (...values: readonly unknown[]) => Statement<FrozenLeft> {
  return prepared<FrozenLeft>(
    `device.frozen-left-for-${name}`,
    `with asked as (${query})
     select n.line_no as line, n.sku_code as "skuCode", coalesce(sum(n.units) filter (where n.customer_code = a.customer_code), 0)::int as units,
       coalesce(sum(n.units - t.taken) filter (where n.customer_code = a.customer_code), 0)::int as left
     from asked a ${SNAPSHOTS}
     left join lateral (
       select count(*) as taken from device_snapshot_unit u join device_claim k on k.device_id = u.device_id and k.scheme_type = a.scheme_type and k.occasion = n.occasion
         and k.state in ('held', 'paid') where u.snapshot_id = n.id and n.customer_code = a.customer_code
     ) t on true group by 1, 2 order by 1, 2`,
  )
}

/** A device that a document froze, with its line and the price change that it is paid for. */
export interface FrozenUnit {
  readonly line: number
  readonly deviceId: string
  readonly occasion: string
}

/**
 * Which devices with these numbers (a text[] that `query` returns as numbers, beside document_id and customer_code) are
 * units of it, and of which line.
 */
export function frozenUnitsFoundBy(
  name: string,
  query: string,
): (...values: readonly unknown[]) => Statement<FrozenUnit> {
  return prepared(
    `device.frozen-units-for-${name}`,
    `with asked as (${query})
     select n.line_no as line, u.device_id as "deviceId", n.occasion from asked a ${SNAPSHOTS} join device_snapshot_unit u on u.snapshot_id = n.id
     where n.customer_code = a.customer_code and u.device_id in (select d.device_id from device_number d where d.number = any (a.numbers)) order by 1, 2`,
  )
}

/** Claims so many units of a frozen line and SKU for a line of the claiming document: equal amounts, with the remainder on the last. */
export interface FrozenPick {
  readonly line: number
  readonly frozen: { readonly documentId: string; readonly line: number; readonly skuCode: string }
  readonly units: number
  readonly each: string
  readonly last: string
  readonly currency: string
  readonly customerCode: string
}

// In the order of devices, like claims that name theirs.
const hold = prepared(
  'device.hold-frozen',
  `with free as (
     select u.device_id, n.occasion, row_number() over (order by u.device_id) as place from device_snapshot n join device_snapshot_unit u on u.snapshot_id = n.id
     where n.document_id = $5 and n.line_no = $6 and n.sku_code = $7 and n.customer_code = $12
       and n.round = (select max(x.round) from device_snapshot x where x.document_id = $5)
       and not exists (select from device_claim k where k.device_id = u.device_id and k.scheme_type = $3 and k.occasion = n.occasion and k.state in ('held', 'paid'))
     order by u.device_id limit $8
   ), held as (
     insert into device_claim (device_id, scheme_type, occasion, document_id, round, line_no, amount, currency, customer_code, scope_id)
     select f.device_id, $3, f.occasion, $1, $2, $4, case when f.place = $8 then $10::numeric else $9::numeric end, $11, $12, c.scope_id
     from free f join customer c on c.code = $12 order by f.device_id
     on conflict (device_id, scheme_type, occasion) where state in ('held', 'paid') do nothing returning 1
   ) select must_touch((select count(*) from held), $8)`,
)

/** Submit: the document claims units of a frozen stock. If fewer are left than its facts counted, the action reads again. */
export function holdFrozen(
  by: { readonly id: string; readonly round: number },
  schemeType: string,
  picks: readonly FrozenPick[],
): readonly Statement[] {
  return picks.map(({ line, frozen, units, each, last, currency, customerCode }) =>
    hold(
      by.id,
      by.round,
      schemeType,
      line,
      frozen.documentId,
      frozen.line,
      frozen.skuCode,
      units,
      each,
      last,
      currency,
      customerCode,
    ),
  )
}
