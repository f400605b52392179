import type { Language } from '#kernel/base/i18n/language.ts'
import { keptByText, prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { PriceReader } from '../list/price-rows.queries.ts'
import { dayOf, seenRows } from '../shared/price-sql.ts'

/** A row that a reader may see, with its key. */
export interface SeenRow {
  readonly id: string
  readonly keyId: number
  readonly scopeId: number
  /** How the list lost it, and when; null while it stands. */
  readonly endedBy: string | null
  readonly endedAt: Date | null
  /** The version that stands instead, where one does. */
  readonly current: string | null
}

interface KeyOfRow {
  readonly areaId: number
  readonly classificationCode: string | null
  readonly customerCode: string | null
  readonly skuCode: string
  readonly tradeTermCode: string
  readonly currency: string
}

/** By the number of a version, or the newest entry of a key: a row outside the reader's organisations and limits answers like an unknown one. */
export function seenRow(
  { principal }: Pick<PriceReader, 'principal'>,
  by: { readonly id: string } | KeyOfRow,
): Statement<SeenRow> {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const named =
    'id' in by
      ? `r.id = ${add(by.id)}::bigint`
      : `k.sku_code = ${add(by.skuCode)} and k.area_id = ${add(by.areaId)} and k.party = price_party(${add(by.customerCode)}::text, ${add(by.classificationCode)}::text)
         and k.trade_term_code = ${add(by.tradeTermCode)}
         and k.currency = ${add(by.currency)}`
  const seen = seenRows(principal, add)
  return keptByText(
    'price.row-seen',
    `select r.id::text, r.key_id as "keyId", r.scope_id as "scopeId", r.ended_by as "endedBy", r.known_until as "endedAt",
       (select n.id::text from price_row n where n.key_id = r.key_id and n.row_id = r.row_id and n.known_until is null and n.id <> r.id limit 1) as current
     from price_row r join price_key k on k.id = r.key_id where ${[named, ...seen].join(' and ')} order by r.known_from desc, r.id desc limit 1`,
    values,
  )
}

/**
 * From which cost and rate the cost of a row was converted: asked as it was known when its document wrote it, because costs change later. Null where it was
 * in the currency of the price, or where the row has another cost than that.
 */
export const costOriginOf = prepared<{ origin: string | null }>(
  'price.row-cost-origin',
  `select c.origin from price_row r join price_key k on k.id = r.key_id
   cross join lateral (
     select f.valid_from, f.known_from from price_row f where f.key_id = r.key_id and f.source_type = r.source_type
       and f.source_id is not distinct from r.source_id and f.line_no is not distinct from r.line_no
     order by f.known_from, f.valid_from limit 1
   ) w
   cross join lateral price_cost_at(k.sku_code, k.area_id, k.currency, w.valid_from, w.known_from) c
   where r.id = $1 and c.unit_cost = r.cost_basis`,
)

/** What stands of a key, in the order of time. */
export const rowsOfKey = prepared<{ id: string }>(
  'price.rows-of-key',
  'select id::text from price_row where key_id = $1 and known_until is null order by valid_from limit 1000',
)

const rowOf = (
  of: string,
) => `case when ${of}.id is not null then jsonb_build_object('id', ${of}.id::text, 'version', ${of}.version, 'price', ${of}.price::text,
  'from', ${dayOf(`${of}.valid_from`)}::text, 'to', (${dayOf(`${of}.valid_to`)} - 1)::text) end`

export interface FoundChange {
  readonly id: string
  readonly parentId: string | null
  readonly at: Date
  readonly actor: string | null
  readonly act: string
  readonly documentType: string
  readonly documentNo: string | null
  readonly lineNo: number | null
  readonly reason: string | null
  /** The first day that its document asked for, where the price begins later: on the day of the approval. */
  readonly askedFrom: string | null
  readonly before: RowThen | null
  readonly after: RowThen | null
}

/** A row as it was before or after a change. */
interface RowThen {
  readonly id: string
  readonly version: number
  readonly price: string
  readonly from: string
  readonly to: string | null
}

const ASKED_FROM = `(select case when q.day < ${dayOf('f.valid_from')} then q.day::text end from (
    select coalesce(l.line_from, d.effective_from) as day from price_review d join price_review_line l on l.document_id = d.id and l.round = d.round
    where c.document_type = 'priceReview' and d.id = c.document_id and l.line_no = c.line_no
    union all
    select d.effective_from from price_application d where c.document_type = 'priceApplication' and d.id = c.document_id) q where c.act = 'put')`

/** Changes that somebody caused, and after each what followed from it by itself. */
const changes = (name: string, language: Language, caused: string) =>
  prepared<FoundChange>(
    `price.changes-${name}.${language}`,
    `with caused as (${caused}), found as (select * from caused union all select c.* from caused m join price_change c on c.parent_id = m.id)
     select c.id::text, c.parent_id::text as "parentId", c.at, u.name_${language} as actor, c.act, c.document_type as "documentType",
       c.document_no as "documentNo", c.line_no as "lineNo", c.reason, ${ASKED_FROM} as "askedFrom", ${rowOf('b')} as before, ${rowOf('f')} as after
     from found c join price_key k on k.id = c.key_id join organisation o on o.id = k.scope_id left join app_user u on u.id = c.actor_id
     left join price_row b on b.id = c.before_id left join price_row f on f.id = c.after_id
     order by coalesce(c.parent_id, c.id) desc, c.parent_id is not null, c.id`,
  )
const OF_KEY = 'select * from price_change where key_id = $1 and parent_id is null order by id desc limit $2 offset $3'
const ONE = 'select * from price_change where id = (select coalesce(parent_id, id) from price_change where id = $1)'
export const changesOfKey = { en: changes('of-key', 'en', OF_KEY), zh: changes('of-key', 'zh', OF_KEY) } as const
export const oneChange = { en: changes('one', 'en', ONE), zh: changes('one', 'zh', ONE) } as const

export const countChanges = prepared<{ total: number }>(
  'price.changes-count',
  'select count(*)::int as total from price_change where key_id = $1 and parent_id is null',
)

/** A row of the key of a change, by which the reader may see it. */
export const rowOfChange = prepared<{ id: string }>(
  'price.change-row',
  'select coalesce(after_id, before_id)::text as id from price_change where id = $1',
)
