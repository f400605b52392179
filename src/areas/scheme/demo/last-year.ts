import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'
import type { ActionAnswer, Command } from '#kernel/engine/document/action/command.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { schemeAdjustDocument } from '../adjustment/scheme-adjust.document.ts'
import { schemeAnnualCarryoverDocument } from '../carryover/scheme-annual-carryover.document.ts'
import { schemeApplicationDocument } from '../application/scheme-application.document.ts'
import { schemeWithholdDocument } from '../withhold/scheme-withhold.document.ts'
import { agreed } from './agreed.ts'
import { type Cast, customersOf, type DemoRegion } from './schemes.ts'

const MINUTE = 60_000

interface Budget {
  readonly code: string
  readonly available: string
  readonly areaId: number
  readonly currency: string
  readonly countryCode: string
}

/** A budget of a year's December that nothing used since an instant, in a country with customers: it pays in its own month alone. */
const leftAlone = prepared<Budget>(
  'demo budget of last year',
  `select l.code, a.avl as available, l.area_id as "areaId", l.currency, l.country_code as "countryCode"
   from budget_line l join budget_account a on a.id = l.id join area r on r.id = l.area_id
   where r.idc_code = $1 and l.year = $2 and l.month = 12 and l.state = 'open' and l.level = 'country' and l.product_class = 'phone' and a.mode = 'absolute'
     and a.hld + a.occ + a.cmt + a.acr + a.exe = 0 and a.avl > 0 and l.valid_from is null and l.valid_to is null
     and exists (select from customer c where c.country_code = l.country_code and c.kind = 'distributor' and c.state = 'enabled')
     and not exists (select from budget_period m where m.area_id = l.area_id and m.year = l.year and m.state <> 'open')
     and not exists (select from ledger_posting p join ledger_journal j on j.id = p.journal_id
       where p.ledger = 'budget' and p.account_id = l.id and j.at > $3)
   order by a.avl desc, l.code limit 1`,
)

interface LastYear {
  readonly pool: TransactionPool
  readonly cast: Cast
  /** Its last year is closed. */
  readonly region: DemoRegion
  readonly now: Date
}

/** A scheme that outlives its year, which a carry-over continues. */
export interface Outlives {
  readonly scheme: ActionAnswer
  readonly head: Readonly<Record<string, unknown>>
  readonly year: number
}

/** A region without accounts is served from headquarters. */
const DRAFTER = 'admin'

/** A display of last December claimed in this year; null where no budget of that December was left. */
export async function playLastYear({ pool, cast, region, now }: LastYear): Promise<Outlives | null> {
  const year = Number(dayIn(region.timezone, now).slice(0, 4)) - 1
  const [decided, ends] = [new Date(Date.UTC(year, 11, 9, 9)), new Date(Date.UTC(year, 11, 29, 9))]
  const found = await reading(pool, async (tx) => {
    const budget = await tx.first(leftAlone(region.idc, year, decided))
    const customer = budget && (await tx.first(customersOf(budget.countryCode)))
    return customer ? { budget, customerCode: customer.code } : null
  })
  if (!found) return null
  const { budget, customerCode } = found
  const drafter = await cast.userId(DRAFTER)
  let at = decided.getTime()
  const next = () => new Date((at += 25 * MINUTE))
  const head = { idcCode: region.idc, areaId: budget.areaId, currency: budget.currency }
  const hand = async (document: ServerDocument, raw: Command['raw']): Promise<ActionAnswer> => {
    const handed = await cast.act(drafter, next(), { action: 'submit', raw }, document)
    await agreed({ cast, next }, handed, document)
    return handed
  }
  const share = amount(budget.available).div(2).div(100).round(0, 0).times(100)
  const scheme = await hand(schemeApplicationDocument, {
    ...head,
    name: 'Winter display',
    schemeType: 'display',
    productClass: 'phone',
    startDate: dayIn(region.timezone, decided),
    endDate: `${year}-12-31`,
    claimDeadline: `${year}-12-31`,
    settlementPeriod: 'month',
    rebateType: 'payment',
    withholdRate: '100',
    directExecution: 'yes',
    expectedSales: amountText(share.times(40)),
    reason: 'The season needs it',
    lines: [{ customerCode, basis: 'fixed', amount: amountText(share), budgetCode: budget.code }],
  })
  at = ends.getTime()
  const follow = { ...head, schemeNo: scheme.no, reason: 'As agreed in the scheme' }
  await hand(schemeWithholdDocument, {
    ...follow,
    kind: 'regular',
    ownerAccount: DRAFTER,
    year,
    month: 12,
    postingDate: `${year}-12-31`,
    lines: [{ fundingNo: 1, amount: amountText(share.times('0.6').round(0, 0)) }],
  })
  await hand(schemeAdjustDocument, {
    ...follow,
    reason: 'The photos of the displays come after the holidays',
    newClaimDeadline: `${year + 1}-12-31`,
    lines: [],
  })
  return { scheme, head, year }
}

/** Once last year is in closing: the display's open amount is carried into this year, the commitment with its budget. */
export async function playCarriedOver(
  { cast, now }: Pick<LastYear, 'cast' | 'now'>,
  outlives: Outlives | null,
): Promise<void> {
  if (!outlives) return
  const { scheme, head, year } = outlives
  let minutes = 30
  const next = () => new Date(now.getTime() - (minutes -= 1) * MINUTE)
  const raw = {
    ...head,
    kind: 'carry',
    fromYear: year,
    cutOffDate: `${year}-12-31`,
    reason: 'Displays that are claimed after the end of the year',
    lines: ['C1', 'A'].map((option) => ({ part: `${scheme.no}/1`, option })),
  }
  const finance = await cast.userId('hq.finance')
  const handed = await cast.act(finance, next(), { action: 'submit', raw }, schemeAnnualCarryoverDocument)
  await agreed({ cast, next }, handed, schemeAnnualCarryoverDocument)
}
