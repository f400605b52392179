import { dayAfter } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { schemeAdjustDocument } from '../adjustment/scheme-adjust.document.ts'
import { schemeAdjustInvoiceDocument } from '../invoice-adjustment/scheme-adjust-invoice.document.ts'
import { schemeAnnualCarryoverDocument } from '../carryover/scheme-annual-carryover.document.ts'
import { schemeExecuteDocument } from '../execution/scheme-execute.document.ts'
import { schemeClawbackDocument } from '../clawback/scheme-clawback.document.ts'
import { schemeReceivablesAdjustmentDocument } from '../receivables-adjustment/scheme-receivables-adjustment.document.ts'
import { schemeSpecialPriceDocument } from '../special-price/scheme-special-price.document.ts'
import { schemeTerminationDocument } from '../termination/scheme-termination.document.ts'
import { budgetOf, claimOf, type FollowUps, type DemoFundingLine, play, type Region } from './follow-ups-region.ts'
import { playPriceProtection } from './price-protection.ts'

const parts = prepared<DemoFundingLine>(
  'demo scheme parts',
  `select s.no, s.scheme_type as "schemeType", f.funding_no as "fundingNo", l.customer_code as "customerCode", c.country_code as "countryCode", f.budget_code as "budgetCode",
     o.document_acr::text as accrued, to_char(s.start_date, 'YYYY-MM') as month, s.rebate_type as "rebateType", s.area_id as "areaId", s.currency
   from scheme s join scheme_funding f on f.scheme_id = s.id join scheme_line l on l.scheme_id = s.id and l.line_no = f.line_no
   join customer c on c.code = l.customer_code
   join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line
   where s.idc_code = $1 and s.state in ('effective', 'partialExecution') order by s.id, f.funding_no`,
)
const stores = prepared<{ code: string }>(
  'demo display stores',
  'select code from store where customer_code = $1 and enabled order by code limit 1',
)
/** Customers of a country without schemes, with a trade term, and sufficiently expensive products: the last by code. */
const buyers = prepared<{ customer: string; term: string }>(
  'demo special buyers',
  `select c.code as customer, min(t.trade_term_code) as term from customer c
   join customer_trade_term t on t.customer_code = c.code and t.enabled join trade_term m on m.code = t.trade_term_code and m.enabled
   where c.country_code = $1 and c.kind = 'distributor' and c.state = 'enabled' and not exists (select from scheme_line l where l.customer_code = c.code)
   group by c.code order by c.code desc limit 3`,
)
const goods = prepared<{ sku: string; price: string }>(
  'demo special goods',
  `select s.code as sku, w.price::text as price from sku s join spu u on u.code = s.spu_code join product_category c on c.code = u.category_code
   cross join lateral (select min(p.price) as price from price_key k join price_row p on p.key_id = k.id and p.known_until is null
     and p.valid_from <= $3::timestamptz and (p.valid_to is null or p.valid_to > $3::timestamptz)
     where k.sku_code = s.code and k.area_id = $1 and k.currency = $2) w
   where s.enabled and u.enabled and c.class = 'phone' and w.price is not null order by s.code desc limit 4`,
)
const owed = prepared<{ no: string; customer: string; unit: string; currency: string; original: string }>(
  'demo owed items',
  `select i.no, i.customer_code as customer, i.operating_unit_code as unit, i.currency, i.original::text as original from receivable_item i
   join customer c on c.code = i.customer_code
   where c.country_code = $1 and i.kind = 'invoice' and i.open = i.original and i.locked = 0 order by i.issued_on desc, i.no limit 2`,
)
const invoiced = prepared<{
  line: string
  customer: string
  unit: string
  entity: string
  currency: string
  regime: string
  price: string
  quantity: number
}>(
  'demo invoice lines',
  `select i.no || '/' || l.line_no as line, i.customer_code as customer, i.operating_unit_code as unit, i.legal_entity_code as entity, i.currency,
     i.tax_regime as regime, l.unit_price::text as price, l.quantity from customer_invoice i join customer_invoice_line l on l.invoice_id = i.id
   join customer c on c.code = i.customer_code
   where c.country_code = $1 and i.kind = 'invoice' and l.quantity > 1 order by i.issued_on desc, i.no, l.line_no limit 1 offset 3`,
)
/** Orders were placed: the first product is sold out, the second partly. A price borne by the margin moves no budget. */
const sell = prepared(
  'demo special sales',
  `update special_price set used = case line_no when 1 then quantity_cap else quantity_cap / 4 end,
     reserved = case line_no when 1 then 0 else quantity_cap / 5 end where document_no = $1`,
)

const STEP_MS = 20_000
/** More than any number of levels. */
const MOST = 12

/**
 * Follow-up documents of approved schemes, and documents beside schemes, in the two regions with accounts: settled in
 * India, waiting in Indonesia.
 */
export async function playFollowUps(world: FollowUps): Promise<void> {
  const { pool, cast, now, regions } = world
  let steps = 270
  const next = () => new Date(now.getTime() - (steps -= 1) * STEP_MS)
  for (const [idc, most] of [
    ['IN', MOST],
    ['ID', 0],
  ] as const) {
    const found = await reading(pool, (tx) => tx.rows(parts(idc)))
    const [first] = found
    const timezone = regions.find((each) => each.idc === idc)?.timezone
    if (!first || !timezone) continue
    const { areaId, currency, countryCode } = first
    const [channel, finance] = [
      await cast.userId(`${idc.toLowerCase()}.channel`),
      await cast.userId(`${idc.toLowerCase()}.finance`),
    ]
    const today = dayIn(timezone, now)
    const place = { areaId, currency, countryCode, timezone }
    const region = { ...world, ...place, parts: found, channel, finance, next, today, most }
    await playRegion({ ...region, head: { idcCode: idc, areaId, currency } })
  }
}

async function playRegion(region: Region): Promise<void> {
  await playClaims(region)
  await playDisplay(region)
  await playIncrease(region)
  await playPriceProtection(region)
  await playSpecialPrices(region)
  await playAdjustments(region)
  await playTermination(region)
  await playCarryOver(region)
}

/** One customer of the first scheme has a paid claim and a partial clawback (waiting in Indonesia); the next one's claim is in approval. */
async function playClaims(region: Region): Promise<void> {
  const { head, channel, today, files, next, most } = region
  const accrued = region.parts.filter(({ accrued: withheld }) => amount(withheld).gt(0))
  for (const [index, part] of accrued.slice(0, 2).entries()) {
    const claimed = amountText(
      amount(part.accrued)
        .times(index === 0 ? 6 : 5)
        .div(10)
        .round(0, 0),
    )
    const raw = claimOf(region, part, {
      reason: 'The distributor’s report of the period',
      lines: [{ fundingNo: part.fundingNo, amount: claimed, remark: 'By the distributor’s own sales report' }],
    })
    const isSettled = index === 0
    const claim = await play(region, schemeExecuteDocument, channel, raw, isSettled ? MOST : Math.min(most, 1))
    if (!isSettled || claim?.state !== 'approved') continue
    const back = {
      ...head,
      schemeNo: part.no,
      customerCode: part.customerCode,
      recovery: 'rebate',
      postingDate: today,
      reason: 'Units that came back after the claim',
      files: [await files.upload('plan', channel, next())],
      lines: [
        {
          settledLine: `${claim.no}/1`,
          amount: amountText(amount(claimed).div(10).round(0, 0)),
          recoveryReason: 'overCalculation',
        },
      ],
    }
    await play(region, schemeClawbackDocument, channel, back)
  }
}

/** The cost of a display is paid to the customer's bank account, with an audited photo. */
async function playDisplay(region: Region): Promise<void> {
  const { pool, channel, files, next } = region
  for (const part of region.parts.filter(({ rebateType }) => rebateType === 'payment')) {
    const store = await reading(pool, (tx) => tx.first(stores(part.customerCode)))
    if (!store) continue
    const raw = claimOf(region, part, {
      auditResult: 'passed',
      reason: 'The display as agreed',
      files: [await files.upload('plan', channel, next())],
      lines: [{ fundingNo: part.fundingNo, amount: part.accrued, storeCode: store.code }],
    })
    if (await play(region, schemeExecuteDocument, channel, raw)) return
  }
}

/** An increase for a bestseller; in the completed region it is approved. */
async function playIncrease(region: Region): Promise<void> {
  const { head, channel, today, most } = region
  const [part] = region.parts
  if (!part || most > 0) return
  const more = amountText(amount(part.accrued).div(4).round(0, 0))
  const lines = [{ kind: 'up', fundingNo: part.fundingNo, amount: more, newBudgetCode: part.budgetCode }]
  const raw = { ...head, schemeNo: part.no, postingDate: today, reason: 'It sells better than planned', lines }
  await play(region, schemeAdjustDocument, channel, raw)
}

/** One borne by the margin, with one product sold out; one supported by a budget. */
async function playSpecialPrices(region: Region): Promise<void> {
  const { pool, head, areaId, currency, countryCode, channel, today, now } = region
  const [customers, products] = await reading(pool, (tx) =>
    Promise.all([tx.rows(buyers(countryCode)), tx.rows(goods(areaId, currency, now))]),
  )
  const until = dayAfter(today, 40)
  const validTo = until.startsWith(today.slice(0, 4)) ? until : `${today.slice(0, 4)}-12-31`
  for (const [index, funding] of (['margin', 'budget'] as const).entries()) {
    const buyer = customers[index]
    const budgetCode = budgetOf(region)
    if (!buyer || (funding === 'budget' && !budgetCode)) continue
    const raw = {
      ...head,
      customerCode: buyer.customer,
      tradeTermCode: buyer.term,
      validFrom: today,
      validTo,
      funding,
      settlement: 'onInvoice',
      stackable: 'no',
      reason: 'A tender of a retail chain',
      lines: products.slice(index * 2, index * 2 + 2).map(({ sku, price }) => ({
        skuCode: sku,
        specialPrice: amountText(amount(price).times(97).div(100).round(0, 0)),
        quantityCap: 40,
        ...(funding === 'budget' ? { unitSupport: amountText(amount(price).div(100).round(0, 0)), budgetCode } : {}),
      })),
    }
    const asked = await play(region, schemeSpecialPriceDocument, channel, raw)
    if (funding === 'margin' && asked?.state === 'approved') await transaction(pool, (tx) => tx.run(sell(asked.no)))
  }
}

/** A price difference on an open item, and a credit note for an invoice line. */
async function playAdjustments(region: Region): Promise<void> {
  const { pool, head, countryCode, finance, today } = region
  const [items, [line]] = await reading(pool, (tx) =>
    Promise.all([tx.rows(owed(countryCode)), tx.rows(invoiced(countryCode))]),
  )
  for (const [index, item] of items.entries()) {
    const raw = {
      ...head,
      currency: item.currency,
      customerCode: item.customer,
      operatingUnitCode: item.unit,
      adjustReason: index === 0 ? 'priceDifference' : 'shortPayment',
      costBearing: 'no',
      taxDocument: 'none',
      postingDate: today,
      reason: index === 0 ? 'The price of the order was lower' : 'Freight that the customer kept back',
      lines: [
        {
          itemNo: item.no,
          direction: 'decrease',
          amount: amountText(
            amount(item.original)
              .times(index === 0 ? 4 : 2)
              .div(100)
              .round(2, 0),
          ),
        },
      ],
    }
    // The second one waits in both regions.
    await play(region, schemeReceivablesAdjustmentDocument, finance, raw, index === 0 ? region.most : 0)
  }
  if (!line) return
  const credit = {
    ...head,
    currency: line.currency,
    customerCode: line.customer,
    legalEntityCode: line.entity,
    operatingUnitCode: line.unit,
    adjustType: 'creditNote',
    category: 'other',
    taxRegime: line.regime,
    costBearing: 'no',
    postingDate: today,
    reason: 'The agreed price was not on the invoice',
    lines: [
      {
        invoiceLine: line.line,
        afterPrice: amountText(amount(line.price).times(96).div(100).round(2)),
        afterQuantity: line.quantity,
      },
    ],
  }
  await play(region, schemeAdjustInvoiceDocument, finance, credit)
}

/** The promoter scheme is terminated: nothing of it was accrued. */
async function playTermination(region: Region): Promise<void> {
  const { head, channel, today, files, next } = region
  const ended = region.parts.find(({ schemeType }) => schemeType === 'promoterIncentive')
  if (!ended) return
  const raw = {
    ...head,
    schemeNo: ended.no,
    terminationDate: today,
    postingDate: today,
    disposition: 'releaseAll',
    reason: 'The promoters move to another brand',
    files: [await files.upload('plan', channel, next())],
    lines: [],
  }
  await play(region, schemeTerminationDocument, channel, raw)
}

/** Country finance prepares the year end: the year is still open, so it stays a draft. */
async function playCarryOver({ cast, head, finance, next, today, parts: open }: Region): Promise<void> {
  const raw = {
    ...head,
    kind: 'carry',
    fromYear: Number(today.slice(0, 4)),
    cutOffDate: today,
    reason: 'Schemes that go on after the end of the year',
    lines: open
      .filter(({ schemeType }) => schemeType !== 'promoterIncentive')
      .map(({ no, fundingNo }) => ({ part: `${no}/${fundingNo}`, option: 'C1' })),
  }
  await cast.act(finance, next(), { action: 'save', raw }, schemeAnnualCarryoverDocument)
}
