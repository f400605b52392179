import { namedProducts } from '#areas/product/product.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { FactRequest, FactSpec } from '#kernel/engine/document/server-document.ts'
import { type SchemeAdjust, schemeAdjust } from '../adjustment/scheme-adjust.doc.ts'
import type { ScopeFacts } from './scheme-scope.rules.ts'
import { joinSpecialPrices } from '#areas/price/price.facade.ts'
import { customersOf, linesForSome, beneficiaryFacts, beneficiarySight } from './scheme-beneficiary.facts.ts'

type FactsRequest = Pick<FactRequest<SchemeAdjust>, 'content' | 'principal'>
type LineProduct = ScopeFacts['lineProducts'][number]
type Rival = ScopeFacts['overlaps'][number]
type Meeting = ScopeFacts['specialPrices'][number]

const lineProductsOf = prepared<LineProduct>(
  'scheme.line-products',
  `select l.line_no as "lineNo", p.code as "spuCode", c.class as "categoryClass" from scheme s join scheme_line l on l.scheme_id = s.id
   left join sku k on k.code = l.sku_code left join spu p on p.code = coalesce(l.spu_code, k.spu_code)
   left join product_category c on c.code = p.category_code where s.no = $1 order by l.line_no`,
)

/** A changed customer covers all stores, or the named one. */
const IS_OTHER = 'num_nonnulls(w.customer, w.channel) > 0'

/**
 * A scheme's lines ($1) after the changes ($2 to $8: row, part, customer, channel, store, SKU, SPU), on the new days
 * ($9, $10); `row` of a change.
 */
const AFTER = `select s.id, s.scheme_type, s.stackable, w.row, coalesce($9::date, s.start_date) as start_date, coalesce($10::date, s.end_date) as end_date,
    case when ${IS_OTHER} then w.customer else l.customer_code end as customer,
    case when ${IS_OTHER} then w.channel else l.channel_code end as channel,
    case when ${IS_OTHER} then w.store else coalesce(w.store, l.store_code) end as store,
    case when num_nonnulls(w.sku, w.spu) > 0 then w.sku else l.sku_code end as sku_code,
    case when num_nonnulls(w.sku, w.spu) > 0 then w.spu else l.spu_code end as spu_code
  from scheme s join scheme_line l on l.scheme_id = s.id
  left join lateral (
    select w.* from unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
      w (row, funding, customer, channel, store, sku, spu)
    join scheme_funding f on f.scheme_id = s.id and f.funding_no = w.funding and f.line_no = l.line_no order by w.row limit 1
  ) w on true
  where s.no = $1`

const overlapping = prepared<Rival>(
  'scheme.adjust-overlapping',
  `select distinct on (a.row) s.no, a.row::int as row from (${AFTER}) a
   ${linesForSome('a')} join scheme s on s.id = l.scheme_id
   where l.sku_code is not distinct from a.sku_code and l.spu_code is not distinct from a.spu_code and a.row is not null and s.id <> a.id and s.scheme_type = a.scheme_type and s.start_date <= a.end_date and s.end_date >= a.start_date
     and s.state in ('effective', 'partialExecution')
   order by a.row, s.id desc`,
)

const meeting = prepared<Meeting>(
  'scheme.adjust-special-prices',
  `select p.document_no as no, min(a.row)::int as row from (${AFTER}) a
   ${customersOf('a.customer', 'a.channel')} ${joinSpecialPrices({ customer: 'm.code', sku: 'a.sku_code', spu: 'a.spu_code', firstDay: 'a.start_date', lastDay: 'a.end_date', isStackable: 'a.stackable' })}
   where a.scheme_type = 'priceSupport' and (a.row is not null or $9::date is not null or $10::date is not null)
   group by p.document_no order by p.document_no limit 20`,
)

/** Sets beneficiary and product of a line, for all its parts. */
export const setScope = prepared(
  'scheme.set-scope',
  `update scheme_line t set customer_code = case when w.is_other then l.new_customer_code else t.customer_code end,
     channel_code = case when w.is_other then l.new_channel_code else t.channel_code end,
     store_code = case when w.is_other then l.new_store_code else coalesce(l.new_store_code, t.store_code) end,
     sku_code = case when num_nonnulls(l.new_sku_code, l.new_spu_code) > 0 then l.new_sku_code else t.sku_code end,
     spu_code = case when num_nonnulls(l.new_sku_code, l.new_spu_code) > 0 then l.new_spu_code else t.spu_code end
   from scheme_adjust d join scheme s on s.no = d.scheme_no
   join scheme_adjust_line l on l.document_id = d.id and l.round = d.round and l.kind = 'scope'
   join scheme_funding f on f.scheme_id = s.id and f.funding_no = l.funding_no
   cross join lateral (select num_nonnulls(l.new_customer_code, l.new_channel_code) > 0 as is_other) w
   where d.id = $1 and t.scheme_id = s.id and t.line_no = f.line_no`,
)

const actions = ['submit'] as const

const changesOf = (content: FactsRequest['content']) =>
  (content?.lines ?? []).flatMap((line, row) => (line.kind === 'scope' ? [{ ...line, row }] : []))

function valuesOf(content: FactsRequest['content']) {
  const changes = changesOf(content)
  return [
    content?.header.schemeNo ?? null,
    changes.map(({ row }) => row),
    changes.map(({ fundingNo }) => fundingNo),
    changes.map(({ newCustomerCode }) => newCustomerCode),
    changes.map(({ newChannelCode }) => newChannelCode),
    changes.map(({ newStoreCode }) => newStoreCode),
    changes.map(({ newSkuCode }) => newSkuCode),
    changes.map(({ newSpuCode }) => newSpuCode),
    content?.header.newStartDate || null,
    content?.header.newEndDate || null,
  ] as const
}

/** Rows of a scheme that the reader sees, and of changed beneficiaries. */
const OF_CHANGED = [
  { accompanies: 'scheme' },
  beneficiarySight(({ row }: { readonly row: number | null }, { content }: FactsRequest) => {
    const change = row === null ? undefined : content?.lines[row]
    return change ? { customerCode: change.newCustomerCode, channelCode: change.newChannelCode } : null
  }),
] as const

type Specs = { readonly [K in keyof ScopeFacts]: FactSpec<SchemeAdjust, ScopeFacts[K], keyof ScopeFacts | 'scheme'> }

/** Facts for checking changed beneficiaries and products. */
export const scopeFacts: Specs = {
  ...beneficiaryFacts<SchemeAdjust>(schemeAdjust, actions),
  products: namedProducts<SchemeAdjust>(schemeAdjust, actions),
  lineProducts: {
    actions,
    sight: { accompanies: 'scheme' },
    statement: ({ content }: FactsRequest) => lineProductsOf(content?.header.schemeNo ?? null),
    read: (rows: LineProduct[]) => rows,
  },
  specialPrices: {
    actions,
    sight: OF_CHANGED,
    statement: ({ content }: FactsRequest) => meeting(...valuesOf(content)),
    read: (rows: Meeting[]) => rows,
  },
  overlaps: {
    actions,
    sight: OF_CHANGED,
    statement: ({ content }: FactsRequest) => overlapping(...valuesOf(content)),
    read: (rows: Rival[]) => rows,
  },
}
