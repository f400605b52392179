import '#test/helpers/test-clock.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { type Arranged, callAs } from './arranged.ts'

// Schemes that a browser test finds already there, made by the product's own calls and without a look into its database.

interface Budget {
  readonly budgetCode: string
  readonly areaId: string
  readonly year: number
  readonly month: number
  readonly currency: string
  readonly countryCode: string
  readonly productClass: string
  readonly level: string
  readonly available: string
  readonly committed: string
  readonly occupied: string
}

/** The place of a test: a budget, customers of its area, products. */
export interface Place {
  readonly idc: string
  readonly drafter: string
  readonly budget: Budget
  readonly customers: readonly string[]
  readonly skus: readonly string[]
}

const LATE = '12-31'
const places = new Map<string, Promise<Place>>()
const TODAY = productNow().toISOString().slice(0, 10)
export const YEAR = TODAY.slice(0, 4)

/** The place of this year's budget for phones, for the person who raises schemes there. */
export function placeOf(origin: string, idc = 'IN', drafter = 'in.channel'): Promise<Place> {
  const place = places.get(idc) ?? findPlace(origin, idc, drafter)
  places.set(idc, place)
  return place
}

async function findPlace(origin: string, idc: string, drafter: string): Promise<Place> {
  const base = `/gs/${idc}/oversea/aps`
  const all = <T>(path: string, more: object) =>
    callAs<{ records: readonly T[] }>(origin, drafter, `${base}/${path}`, { page: 1, ...more })
  const { records } = await all<Budget>('budget/country/page', { limit: 200, mode: 'absolute' })
  const fit = records.filter(
    ({ productClass, level, year }) => productClass === 'phone' && level === 'country' && String(year) === YEAR,
  )
  const budget = fit.toSorted((a, b) => Number(b.available) - Number(a.available))[0]
  if (!budget) throw new Error(`no budget of ${idc} is spendable`)
  const curTopAreaId = budget.areaId
  const [{ records: customers }, { records: skus }] = await Promise.all([
    all<{ distributorCode: string }>('distributor/list', { limit: 9999, curTopAreaId, distributorBelongType: 1 }),
    all<{ skuCode: string }>('product/sku/list', { limit: 9999, curTopAreaId, categoryTopCode: 1 }),
  ])
  return {
    idc,
    drafter,
    budget,
    customers: customers.map(({ distributorCode }) => distributorCode),
    skus: skus.map(({ skuCode }) => skuCode),
  }
}

/** An application of so many lines of one amount each, for one customer and product. */
export function applicationIn(
  { idc, budget, customers, skus }: Place,
  amounts: readonly string[],
  header: object = {},
) {
  return {
    name: 'Festival sell-in',
    schemeType: 'sellInRebate',
    idcCode: idc,
    areaId: Number(budget.areaId),
    productClass: 'phone',
    currency: budget.currency,
    startDate: TODAY,
    endDate: `${YEAR}-${LATE}`,
    claimDeadline: `${YEAR}-${LATE}`,
    settlementPeriod: 'month',
    rebateType: 'standard',
    withholdRate: '100',
    directExecution: 'yes',
    reason: 'The festival season',
    ...header,
    lines: amounts.map((amount, at) => ({
      customerCode: customers[at % 3],
      skuCode: skus[Math.floor(at / 3)],
      basis: 'sellIn',
      ratePercent: '2.5',
      amount,
      budgetCode: budget.budgetCode,
    })),
  }
}

export function submitted(origin: string, account: string, route: string, content: object): Promise<Arranged> {
  return callAs<Arranged>(origin, account, `/aps/scheme/${route}/submit`, content)
}

interface TaskDetail {
  readonly contentHash: string
  readonly approval: {
    readonly steps: readonly {
      readonly tasks: readonly { taskId: string; state: string; holder: { readonly account: string } }[]
    }[]
  }
}

/** The person who is asked to decide now, as the drafter sees it. */
export async function holderOf(origin: string, account: string, route: string, { formInstanceId }: Arranged) {
  const detail = await callAs<TaskDetail>(origin, account, `/aps/scheme/${route}/detail`, { formInstanceId })
  const task = detail.approval.steps.flatMap(({ tasks }) => tasks).find(({ state }) => state === 'open')
  return task ? { account: task.holder.account, taskId: task.taskId, contentHash: detail.contentHash } : null
}

/** Everybody who is asked agrees. */
export async function agreed(origin: string, account: string, route: string, acted: Arranged): Promise<Arranged> {
  for (let step = 0; step < 15; step += 1) {
    const asked = await holderOf(origin, account, route, acted)
    if (!asked) return acted
    const { account: holder, taskId, contentHash } = asked
    const decision = { formInstanceId: acted.formInstanceId, taskId, contentHash, opinion: 'Read and weighed' }
    const { state } = await callAs<{ state: string }>(origin, holder, `/aps/scheme/${route}/approve`, decision)
    if (state !== 'underApproval') return acted
  }
  throw new Error(`the approval of ${acted.no} does not end`)
}

/** An approved scheme. */
export async function schemeIn(origin: string, place: Place, amounts: readonly string[], header: object = {}) {
  const acted = await submitted(origin, place.drafter, 'application', applicationIn(place, amounts, header))
  return agreed(origin, place.drafter, 'application', acted)
}

/** A follow-up document of a scheme, approved by all. */
export async function followed(
  origin: string,
  place: Place,
  account: string,
  route: string,
  scheme: Arranged,
  content: object,
) {
  const { idc, budget } = place
  const acted = await submitted(origin, account, route, {
    schemeNo: scheme.no,
    idcCode: idc,
    areaId: Number(budget.areaId),
    currency: budget.currency,
    reason: 'As agreed',
    ...content,
  })
  return agreed(origin, account, route, acted)
}

export const thisMonth = { year: Number(YEAR), month: Number(TODAY.slice(5, 7)), today: TODAY }

/** The month's accrual of the first line. */
export function withheldIn(origin: string, place: Place, scheme: Arranged, amount: string): Promise<Arranged> {
  const { year, month, today } = thisMonth
  return followed(origin, place, 'in.finance', 'withhold', scheme, {
    kind: 'regular',
    ownerAccount: place.drafter,
    year,
    month,
    postingDate: today,
    lines: [{ fundingNo: 1, amount }],
  })
}

/** A claim of the first line and customer for this month, agreed to by all. */
export function claimedIn(origin: string, place: Place, scheme: Arranged, amount: string): Promise<Arranged> {
  return followed(origin, place, 'in.channel', 'execute', scheme, {
    customerCode: place.customers[0],
    claimPeriod: thisMonth.today.slice(0, 7),
    payoutType: 'standard',
    postingDate: thisMonth.today,
    lines: [{ fundingNo: 1, claimedAmount: amount, amount, remark: 'As the distributor reported' }],
  })
}
