import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'
import type { ActionAnswer, Command } from '#kernel/engine/document/action/command.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { schemeAdjustDocument } from '../adjustment/scheme-adjust.document.ts'
import { schemeApplicationDocument } from '../application/scheme-application.document.ts'
import { schemeReversalDocument } from '../reversal/scheme-reversal.document.ts'
import { schemeWithholdDocument } from '../withhold/scheme-withhold.document.ts'
import { agreed } from './agreed.ts'
import type { Beneficiary } from '../beneficiary/scheme-beneficiary.rules.ts'
import { type Plot, PLOTS, WAITING } from './plots.ts'

/** The actors of the demonstration, provided by the app. */
export interface Cast {
  userId(account: string): Promise<number>
  task(
    documentId: string,
  ): Promise<{ readonly taskId: string; readonly userId: number; readonly contentHash: string } | undefined>
  act(
    userId: number,
    at: Date,
    command: Partial<Command> & Pick<Command, 'action'>,
    document: ServerDocument,
  ): Promise<ActionAnswer>
}

interface Budget {
  readonly code: string
  readonly available: string
  readonly areaId: number
  readonly currency: string
  readonly year: number
  readonly month: number
  readonly countryCode: string
}

/** A region of the demonstration, and its time zone. */
export interface DemoRegion {
  readonly idc: string
  readonly timezone: string
}

/**
 * Unused budgets of this month and the next ($3), in which all schemes run: the region's own country first, then the latest.
 * Budgets valid for only part of the year are excluded.
 */
const budgets = prepared<Budget>(
  'demo scheme budgets',
  `select l.code, a.avl as available, l.area_id as "areaId", l.currency, l.year, l.month, l.country_code as "countryCode"
   from budget_line l join budget_account a on a.id = l.id join area r on r.id = l.area_id
   where r.idc_code = $1 and l.state = 'open' and l.level = 'country' and l.product_class = 'phone' and a.mode = 'absolute'
     and a.hld + a.occ + a.cmt + a.acr + a.exe = 0 and a.avl > 0 and l.year = $2 and l.month between $3::int and $3::int + 1
     and l.valid_from is null and l.valid_to is null
     and not exists (select from budget_pool p where p.area_id = l.area_id and p.project_pool_code = l.project_pool_code and p.year = l.year
       and p.currency = l.currency and (p.valid_from is not null or p.valid_to is not null))
     and not exists (select from budget_period m where m.area_id = l.area_id and m.year = l.year and m.month = l.month and m.state <> 'open')
   order by l.country_code <> r.idc_code, l.month desc, a.avl desc, l.code limit $4`,
)
/** A country's budget is spent on that country's customers. */
export const customersOf = prepared<{ code: string; channel: string | null; store: string | null }>(
  'demo scheme customers',
  `select c.code, c.channel_code as channel, (select min(s.code) from store s where s.customer_code = c.code and s.enabled) as store
   from customer c where c.country_code = $1 and c.kind = 'distributor' and c.state = 'enabled' order by c.code limit 12`,
)
const products = prepared<{ code: string }>(
  'demo scheme products',
  `select s.code from sku s join spu p on p.code = s.spu_code join product_category c on c.code = p.category_code
   where s.enabled and p.enabled and c.class = 'phone' order by s.code limit 12`,
)

const STEP_MS = 20_000

interface Schemes {
  readonly pool: TransactionPool
  readonly cast: Cast
  readonly regions: readonly DemoRegion[]
  readonly now: Date
}

/** A calendar day; days and months beyond the ends overflow. */
export const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** Budgets of a year are spent within it. */
const withinYear = (day: string, year: number) => (day.startsWith(`${year}-`) ? day : `${year}-12-31`)

/** Schemes of the two regions with accounts, from a draft to follow-ups of an approval: through the product's own commands. */
export async function playSchemes({ pool, cast, regions, now }: Schemes): Promise<void> {
  // After budget transfers, and before follow-ups of schemes, so that postings are in time order.
  let steps = 420
  const next = () => new Date(now.getTime() - (steps -= 1) * STEP_MS)
  for (const [idc, plots] of [
    ['IN', PLOTS],
    ['ID', WAITING],
  ] as const) {
    const region = regions.find((each) => each.idc === idc)
    if (!region) continue
    const today = dayIn(region.timezone, now)
    const found = await reading(pool, (tx) =>
      tx.rows(budgets(idc, Number(today.slice(0, 4)), Number(today.slice(5, 7)), 12)),
    )
    const skus = await reading(pool, (tx) => tx.rows(products()))
    const people = {
      idc,
      drafter: await cast.userId(`${idc.toLowerCase()}.channel`),
      finance: await cast.userId(`${idc.toLowerCase()}.finance`),
    }
    for (const [index, plot] of plots.entries()) {
      const budget = found[plot.isBesideFirst ? 0 : index]
      if (!budget) continue
      const codes = await reading(pool, (tx) => tx.rows(customersOf(budget.countryCode)))
      const lines = Array.from({ length: plot.lines }, (_, line) => ({
        ...beneficiaryOf(plot, codes, index + line),
        skuCode: plot.basis === 'fixed' ? null : (skus[(index * 2 + line) % skus.length]?.code ?? ''),
      }))
      await playOne({ cast, next, people, plot, budget, lines, today })
    }
  }
}

/** The next customer of a country, their store, or the channel of the first customer with one. */
function beneficiaryOf(
  { beneficiary }: Plot,
  customers: readonly { readonly code: string; readonly channel: string | null; readonly store: string | null }[],
  at: number,
): Beneficiary {
  const nobody = { customerCode: null, channelCode: null, storeCode: null }
  const channel = customers.find((each) => each.channel !== null)?.channel
  if (beneficiary === 'channel' && channel) return { ...nobody, channelCode: channel }
  const customer =
    beneficiary === 'store' ? customers.find((each) => each.store !== null) : customers[at % customers.length]
  return {
    ...nobody,
    customerCode: customer?.code ?? '',
    storeCode: beneficiary === 'store' ? (customer?.store ?? null) : null,
  }
}

interface One {
  readonly cast: Cast
  readonly next: () => Date
  readonly people: { readonly idc: string; readonly drafter: number; readonly finance: number }
  readonly plot: Plot
  readonly budget: Budget
  readonly lines: readonly (Beneficiary & { readonly skuCode: string | null })[]
  /** The day at the scheme's place. */
  readonly today: string
}

/** Year and zero-based month of a day. */
const monthOf = (day: string): readonly [year: number, month: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)) - 1,
]

async function playOne(one: One): Promise<void> {
  const { cast, next, people, plot, budget, today } = one
  // Half of a budget; a quarter of the half that another one left.
  const part = plot.isBesideFirst ? 8 : 2
  const share = amount(budget.available).div(part).div(one.lines.length).div(100).round(0, 0).times(100)
  const [year, month] = monthOf(today)
  const begins = plot.ago === 0 ? today : dayOf(year, month - plot.ago, 1)
  const raw = {
    name: plot.name,
    schemeType: plot.schemeType,
    idcCode: people.idc,
    areaId: budget.areaId,
    productClass: 'phone',
    currency: budget.currency,
    startDate: begins,
    endDate: withinYear(dayOf(year, month + 2, 0), budget.year),
    claimDeadline: withinYear(dayOf(year, month + 4, 0), budget.year),
    settlementPeriod: 'month',
    rebateType: plot.rebateType ?? 'standard',
    withholdRate: '100',
    directExecution: 'yes',
    expectedSales: amountText(share.times(40)),
    reason: 'The season needs it',
    lines: one.lines.map((line) => ({
      ...line,
      basis: plot.basis,
      ratePercent: plot.ratePercent ?? null,
      amount: amountText(share),
      budgetCode: budget.code,
    })),
  }
  const isDraft = plot.fate === 'draft'
  const applied = await cast.act(
    people.drafter,
    next(),
    { action: isDraft ? 'save' : 'submit', raw },
    schemeApplicationDocument,
  )
  if (isDraft) return
  if (plot.fate === 'waiting') return
  await agreed(one, applied, schemeApplicationDocument)
  await playMonths(one, applied, share)
  if (plot.fate === 'adjusted') {
    const lines = [
      { kind: 'up', fundingNo: 1, amount: amountText(share.div(4).round(0, 0)), newBudgetCode: budget.code },
    ]
    const changed = await cast.act(
      people.drafter,
      next(),
      { action: 'submit', raw: { ...headOf(one, applied), lines } },
      schemeAdjustDocument,
    )
    await agreed(one, changed, schemeAdjustDocument)
  }
}

const headOf = ({ people, budget }: One, { no }: ActionAnswer) => ({
  schemeNo: no,
  idcCode: people.idc,
  areaId: budget.areaId,
  currency: budget.currency,
  reason: 'As agreed in the scheme',
})

/** An accrual for each month since it began; one of them is partly reversed. */
async function playMonths(one: One, scheme: ActionAnswer, share: ReturnType<typeof amount>): Promise<void> {
  const { cast, next, people, plot, today } = one
  const [thisYear, thisMonth] = monthOf(today)
  const withheld = plot.withheld ?? 0
  const monthly = amountText(share.div(6).round(0, 0))
  let last: ActionAnswer | null = null
  for (let back = withheld - 1; back >= 0; back -= 1) {
    const [year, month] = monthOf(dayOf(thisYear, thisMonth - back, 1))
    const raw = {
      ...headOf(one, scheme),
      kind: 'regular',
      ownerAccount: `${people.idc.toLowerCase()}.channel`,
      year,
      month: month + 1,
      postingDate: back === 0 ? today : dayOf(year, month + 1, 0),
      lines: one.lines.map((_, index) => ({ fundingNo: index + 1, amount: monthly })),
    }
    last = await cast.act(people.finance, next(), { action: 'submit', raw }, schemeWithholdDocument)
    await agreed(one, last, schemeWithholdDocument)
  }
  if (plot.fate !== 'reversed' || !last) return
  const raw = {
    ...headOf(one, scheme),
    withholdNo: last.no,
    scope: 'part',
    mode: 'reopen',
    postingDate: today,
    lines: [{ fundingNo: 1, amount: amountText(amount(monthly).div(3).round(0, 0)) }],
  }
  const reversed = await cast.act(people.finance, next(), { action: 'submit', raw }, schemeReversalDocument)
  await agreed(one, reversed, schemeReversalDocument)
}
