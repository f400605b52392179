import {
  budgetsToSpend,
  holdToSpend,
  encumbrancesOf,
  type Encumbrance,
  readBudgetsToSpend,
  readEncumbrances,
} from '#areas/budget/budget.facade.ts'
import { type FrozenLine, readFrozenStock, stockFoundBy } from '#areas/device/device.facade.ts'
import { namedProducts } from '#areas/product/product.facade.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import type { FactRequest, FactSpecs, RowLockSpec } from '#kernel/engine/document/server-document.ts'
import { type SchemeApplication, schemeApplication, type SchemeApplicationContent } from './scheme-application.doc.ts'
import type { SchemeApplicationFacts } from './scheme-application.rules.ts'
import { nothing, PARAMETERS, paysElsewhere } from '../decision/scheme-parameters.server.ts'
import { priceChangeOf } from '../price-protection/price-change.facts.ts'
import { joinSpecialPrices } from '#areas/price/price.facade.ts'
import {
  customersOf,
  linesForSome,
  beneficiaryFacts,
  beneficiarySight,
} from '../beneficiary/scheme-beneficiary.facts.ts'

/** The facts of the rules, and of decisions. */
export interface AllSchemeApplicationFacts extends SchemeApplicationFacts {
  readonly encumbrances: readonly Encumbrance[]
}

/** The part of a request that a fact's statement needs: the soft check has no document. */
export type FactsRequest = Pick<FactRequest<SchemeApplication>, 'content' | 'documentId' | 'principal' | 'now'>

interface AreaRow {
  readonly scope_id: number
  readonly idc_code: string
  readonly today: string
}

/** An area ($1), and the day there at an instant ($2). */
export const areaToday = prepared<AreaRow>(
  'scheme.area-today',
  `select a.organisation_id as scope_id, a.idc_code,
     (($2::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date::text as today
   from area a join organisation o on o.id = a.organisation_id where a.id = $1`,
)

interface OverlapRow {
  readonly no: string
  readonly line: number
}

/** Overlapping schemes of the same type for the same customers and product: one per line, the newest. */
const overlapping = prepared<OverlapRow>(
  'scheme.overlapping',
  `select distinct on (w.line) s.no, w.line::int as line
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality w (customer, channel, store, sku, spu, line)
   ${linesForSome('w')} join scheme s on s.id = l.scheme_id
   where l.sku_code is not distinct from w.sku and l.spu_code is not distinct from w.spu
     and s.scheme_type = $6 and s.start_date <= $8::date and s.end_date >= $7::date and s.state in ('effective', 'partialExecution')
   order by w.line, s.id desc`,
)

/** Special prices of the customers and products of a price support: one per line. */
const specialPricesOf = prepared<OverlapRow>(
  'scheme.special-prices-supported',
  `select distinct on (w.line) p.document_no as no, w.line::int as line
   from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality w (customer, channel, sku, spu, line)
   ${customersOf('w.customer', 'w.channel')} ${joinSpecialPrices({ customer: 'm.code', sku: 'w.sku', spu: 'w.spu', firstDay: '$5::date', lastDay: '$6::date', isStackable: '$8::boolean' })}
   where $7::text = 'priceSupport' order by w.line, p.id desc`,
)

/**
 * The stock of a customer ($1), or of each enabled one of a channel ($2), of a line's SKUs ($3, or all of the SPU $4)
 * in an area ($5) at the end of a day ($6), received within so many days before ($7), of the last price change by then in a currency ($8).
 */
const stockToFreeze = stockFoundBy(
  'scheme-application',
  `select w.line, m.code as customer_code, k.code as sku_code, $7::int as coverage_days, coalesce(p.occasion, '') as occasion,
     p.new_price as paid_above, $8::text as currency, p.only_known,
     ((($6::date + 1)::timestamp - substr(o.timezone, 4)::interval) at time zone 'UTC') - interval '1 millisecond' as at
   from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality w (customer, channel, sku, spu, line)
   ${customersOf('w.customer', 'w.channel', `x.state = 'enabled'`)}
   join sku k on k.code = w.sku or (w.sku is null and k.spu_code = w.spu)
   join area a on a.id = $5 join organisation o on o.id = a.organisation_id
   left join lateral (${priceChangeOf({ area: '$5', customer: 'm.code', sku: 'k.code', day: '$6::date', currency: '$8' })}) p on true
   where $6::date is not null`,
)

interface ChannelCountry {
  readonly channelCode: string
  readonly countryCode: string
}

/** The countries of the customers of channels ($1). */
export const countriesOfChannels = prepared<ChannelCountry>(
  'scheme.channel-countries',
  `select distinct x.channel_code as "channelCode", c.country_code as "countryCode" from channel_customer x join customer c on c.code = x.code
   where x.channel_code = any ($1::text[]) and x.state = 'enabled' order by 1, 2`,
)

export function byChannel(rows: readonly ChannelCountry[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(rows, ({ channelCode }) => channelCode)
  return new Map([...groups].map(([code, of]) => [code, of.map(({ countryCode }) => countryCode)]))
}

const actions = ['submit'] as const

/** Facts about the beneficiaries: each row names its line. */
const OF_BENEFICIARY = beneficiarySight(
  ({ line }: OverlapRow, { content }: FactsRequest) => content?.lines[line - 1] ?? null,
)

export const schemeApplicationFacts: FactSpecs<SchemeApplication, AllSchemeApplicationFacts> = {
  area: {
    actions: ['save', 'submit'],
    sight: ofOrganisation,
    statement: areaRequest,
    read: ([row]: readonly AreaRow[]) => (row ? { scopeId: row.scope_id, idcCode: row.idc_code } : null),
  },
  today: {
    actions,
    sight: ofOrganisation,
    statement: areaRequest,
    read: ([row]: readonly AreaRow[]) => row?.today ?? '',
  },
  budgets: {
    actions,
    sight: ofOrganisation,
    statement: ({ content }: FactsRequest) => budgetsToSpend(codesOf(content), content?.header.currency ?? ''),
    read: (rows, { content }) => readBudgetsToSpend(rows, content?.header.currency ?? ''),
  },
  ...beneficiaryFacts<SchemeApplication>(schemeApplication, actions),
  products: namedProducts<SchemeApplication>(schemeApplication, actions),
  paysElsewhere: { actions, sight: PARAMETERS, statement: nothing, read: paysElsewhere },
  channelCountries: {
    actions,
    sight: beneficiarySight(({ channelCode }: ChannelCountry) => ({ customerCode: null, channelCode })),
    statement: ({ content }: FactsRequest) =>
      countriesOfChannels((content?.lines ?? []).flatMap(({ channelCode }) => channelCode ?? [])),
    read: (rows: readonly ChannelCountry[]) => byChannel(rows),
  },
  overlaps: { actions, sight: OF_BENEFICIARY, statement: overlapRequest, read: (rows: OverlapRow[]) => rows },
  specialPrices: { actions, sight: OF_BENEFICIARY, statement: specialPriceRequest, read: (rows: OverlapRow[]) => rows },
  stock: {
    actions,
    sight: [{ accompanies: 'area' }, OF_BENEFICIARY],
    statement: stockRequest,
    read: (rows): readonly FrozenLine[] => readFrozenStock(rows),
  },
  encumbrances: {
    actions: ['approve', 'reject', 'return', 'terminate', 'withdraw'],
    sight: 'stored',
    statement: ({ documentId }: FactsRequest) => encumbrancesOf(documentId === null ? [] : [documentId], null),
    read: readEncumbrances,
  },
}

function areaRequest({ content, now }: FactsRequest): Statement<AreaRow> {
  return areaToday(content?.header.areaId ?? null, now)
}

function overlapRequest({ content }: FactsRequest): Statement<OverlapRow> {
  const { header, lines = [] } = content ?? {}
  return overlapping(
    lines.map((line) => line.customerCode),
    lines.map((line) => line.channelCode),
    lines.map((line) => line.storeCode),
    lines.map((line) => line.skuCode),
    lines.map((line) => line.spuCode),
    header?.schemeType ?? null,
    header?.startDate ?? null,
    header?.endDate ?? null,
  )
}

function specialPriceRequest({ content }: FactsRequest): Statement<OverlapRow> {
  const { header, lines = [] } = content ?? {}
  return specialPricesOf(
    ...soldTo(lines),
    header?.startDate ?? null,
    header?.endDate ?? null,
    header?.schemeType ?? null,
    header?.stackable === 'yes',
  )
}

function stockRequest({ content }: FactsRequest) {
  const { header, lines = [] } = content ?? {}
  const { areaId, schemeType, referenceDate, coverageDays, currency } = header ?? {}
  // Other types count nothing.
  const day = schemeType === 'priceProtection' && coverageDays ? (referenceDate ?? null) : null
  return stockToFreeze(...soldTo(lines), areaId ?? null, day || null, coverageDays ?? null, currency ?? null)
}

/** Customer, channel, SKU and SPU of each line. */
function soldTo(lines: SchemeApplicationContent['lines']) {
  return [
    lines.map((line) => line.customerCode),
    lines.map((line) => line.channelCode),
    lines.map((line) => line.skuCode),
    lines.map((line) => line.spuCode),
  ] as const
}

function codesOf(content: FactsRequest['content']): string[] {
  return (content?.lines ?? []).flatMap((line) => (line.budgetCode ? [line.budgetCode] : []))
}

export const schemeApplicationLocks: RowLockSpec<SchemeApplication> = {
  actions,
  statement: ({ content }) => holdToSpend(codesOf(content)),
}
