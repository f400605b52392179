import '#test/helpers/test-clock.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import type { Acted, ContentOf } from '#test/helpers/company/actor.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { YEAR } from './application.ts'

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

/** A document as its number and its approval name it. */
export type Arranged = Pick<Acted, 'no' | 'formInstanceId'>

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
export const TODAY = productNow().toISOString().slice(0, 10)

/** The place of this year's budget for phones, for the person who raises schemes there. */
export function placeOf(origin: string, idc = 'IN', drafter = 'in.channel'): Promise<Place> {
  const place = places.get(idc) ?? findPlace(origin, idc, drafter)
  places.set(idc, place)
  return place
}

async function findPlace(origin: string, idc: string, drafter: string): Promise<Place> {
  const base = `/gs/${idc}/oversea/aps`
  const all = <T>(path: string, more: object) =>
    companyAt(origin).call<{ records: readonly T[] }>(drafter, `${base}/${path}`, { page: 1, ...more })
  // The schemes of tests begin today: a budget pays for the months of its scheme.
  const month = Number(TODAY.slice(5, 7))
  const asked = { limit: 200, mode: 'absolute', year: Number(YEAR) }
  const ofMonth = await all<Budget>('budget/country/page', { ...asked, month })
  const { records } = ofMonth.records.length > 0 ? ofMonth : await all<Budget>('budget/country/page', asked)
  const fits = records.filter(({ productClass, level }) => productClass === 'phone' && level === 'country')
  const ofCountry = fits.filter(({ countryCode }) => countryCode === idc)
  const fit = ofCountry.length > 0 ? ofCountry : fits
  const budget = fit.toSorted((a, b) => Number(b.available) - Number(a.available))[0]
  if (!budget) throw new Error(`no budget of ${idc} is spendable`)
  const curTopAreaId = budget.areaId
  const [{ records: customers }, { records: skus }] = await Promise.all([
    all<{ distributorCode: string; customerCountryCode: string }>('distributor/list', {
      limit: 9999,
      curTopAreaId,
      distributorBelongType: 1,
    }),
    all<{ skuCode: string }>('product/sku/list', { limit: 9999, curTopAreaId, categoryTopCode: 'mobile' }),
  ])
  return {
    idc,
    drafter,
    budget,
    customers: customers
      .filter(({ customerCountryCode }) => customerCountryCode === budget.countryCode)
      .map(({ distributorCode }) => distributorCode),
    skus: skus.map(({ skuCode }) => skuCode),
  }
}

/** An application of so many lines of one amount each, for one customer and product; `line` says what else they have in common. */
export function applicationIn(
  { idc, budget, customers, skus }: Place,
  amounts: readonly string[],
  header: object = {},
  line: object = {},
): object {
  return {
    name: 'Festival sell-in',
    schemeType: 'sellInRebate',
    idcCode: idc,
    areaId: Number(budget.areaId),
    productClass: 'phone',
    currency: budget.currency,
    startDate: startOf(budget),
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
      ...line,
    })),
  }
}

type Application = Parameters<typeof applicationIn>

/** An application that waits for its first approver. */
/** Today; the first day of an earlier month that the budget is of. */
function startOf({ month }: Budget): string {
  const first = `${YEAR}-${String(month).padStart(2, '0')}-01`
  return first < TODAY.slice(0, 8) ? first : TODAY
}

export function appliedIn(origin: string, ...[place, ...application]: Application): Promise<Acted> {
  const content = applicationIn(place, ...application)
  return companyAt(origin).as(place.drafter).submit<AnyDocument>(schemeApplication, content)
}

/** An approved scheme. */
export async function schemeIn(origin: string, ...application: Application): Promise<Acted> {
  const acted = await appliedIn(origin, ...application)
  await companyAt(origin).agreeAll(schemeApplication, acted.formInstanceId)
  return acted
}

/** A follow-up document of a scheme, which waits for its first approver. */
export function followed<D extends AnyDocument>(
  origin: string,
  { idc, budget }: Place,
  account: string,
  definition: D,
  scheme: Arranged,
  content: ContentOf<D>,
): Promise<Acted> {
  return companyAt(origin)
    .as(account)
    .submit<AnyDocument>(definition, {
      schemeNo: scheme.no,
      idcCode: idc,
      areaId: Number(budget.areaId),
      currency: budget.currency,
      reason: 'As agreed',
      ...content,
    })
}

export const thisMonth = { year: Number(YEAR), month: Number(TODAY.slice(5, 7)), today: TODAY }

/** The month's accrual of the first line, agreed to by all. */
export async function withheldIn(origin: string, place: Place, scheme: Arranged, amount: string): Promise<Acted> {
  const { year, month, today } = thisMonth
  const acted = await followed(origin, place, 'in.finance', schemeWithhold, scheme, {
    kind: 'regular',
    ownerAccount: place.drafter,
    year,
    month,
    postingDate: today,
    lines: [{ fundingNo: 1, amount }],
  })
  await companyAt(origin).agreeAll(schemeWithhold, acted.formInstanceId)
  return acted
}

/** A claim of the first lines by the first customer for this month, which waits for its first approver. */
export function claimedIn(origin: string, place: Place, scheme: Arranged, ...amounts: readonly string[]) {
  return followed(origin, place, 'in.channel', schemeExecute, scheme, {
    customerCode: place.customers[0] ?? null,
    claimPeriod: thisMonth.today.slice(0, 7),
    payoutType: 'standard',
    postingDate: thisMonth.today,
    lines: amounts.map((amount, at) => ({
      fundingNo: at + 1,
      claimedAmount: amount,
      amount,
      remark: 'As the distributor reported',
    })),
  })
}
