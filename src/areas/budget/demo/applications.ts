import { type Amount, amount, amountText } from '#kernel/base/money/money.ts'
import { type Catalogue, type Shared, SIZE } from './catalogue.ts'
import type { Random } from './random.ts'
import { localDate } from './working-hours.ts'

/** The input of an application's form. */
export interface ApplicationInput {
  readonly applyType: 'grant' | 'revoke'
  readonly idcCode: string
  readonly areaId: number
  readonly year: number
  readonly month: number
  readonly budgetDeptCode: string
  readonly projectPoolCode: string
  readonly productClass: 'phone' | 'iot'
  readonly currency: string
  readonly regionCode: string | null
  readonly reason: string
  readonly source: 'typed' | 'file'
  readonly lines: readonly ApplicationLine[]
  readonly [field: string]: unknown
}

export interface ApplicationLine {
  readonly countryCode: string
  readonly projectCode: string
  readonly fscId: string
  readonly subBusiCode: string
  readonly productLineCode: string
  readonly amount: string
  readonly budgetCode?: string
  readonly remark?: string
}

const SEASON_LINES = 30

const REASONS = [
  'Channel incentive for the coming month, in line with the sell-out plan',
  'Store displays and promoters for the new series',
  'Festival season: demonstration units, promoters and shop staff bonus',
  'Launch of the new series: roadshow and digital media',
  'Clearance support for the previous generation',
  'Joint campaign with the online platform, cost shared half and half',
  'Additional budget after the monthly business review',
  'Retail training before the peak season',
]
const REASONS_ZH = [
  '按月度实销计划申请渠道激励预算',
  '新品上市阵地物料与促销员费用',
  '国庆促销季终端陈列与店员奖励',
  '上一代产品清库补贴',
]
const REVOKE_REASONS = [
  'Campaign ended below plan; the rest goes back to the pool',
  'Project postponed to the next quarter',
  'Reallocation after the monthly business review',
]

/** Round amounts: whole steps, rounded down, at least one. */
function inSteps(idc: string, value: Amount): string {
  const { step } = SIZE[idc]!
  const steps = value.div(step).round(0, 0)
  return amountText((steps.lt(1) ? amount('1') : steps).times(step))
}

/** Random amounts around the usual one: most small, few large. */
function amountAround(random: Random, idc: string): string {
  return inSteps(
    idc,
    amount(String(SIZE[idc]!.usual))
      .times(random.between(20, 100) + random.between(0, 14) ** 2)
      .div(100),
  )
}

function linesOf(
  random: Random,
  area: Catalogue,
  shared: Shared,
  pool: string,
  productClass: 'phone' | 'iot',
  count: number,
) {
  const projects = area.projects.filter((project) => project.pool === null || project.pool === pool)
  const lines = new Map<string, ApplicationLine>()
  for (let attempt = 0; attempt < count * 3 && lines.size < count; attempt += 1) {
    const project = random.pick(projects)
    const type = random.pick(shared.businessTypes)
    const productLineCode = random.pick(shared.productLines[productClass])
    lines.set([project.code, type.subBusiCode, productLineCode].join(), {
      countryCode: project.country,
      projectCode: project.code,
      ...type,
      productLineCode,
      amount: amountAround(random, area.idc),
    })
  }
  return [...lines.values()]
}

/** A grant for one of the next months, raised at `at`. */
export function grantOf(random: Random, area: Catalogue, shared: Shared, at: Date): ApplicationInput {
  const { year, month } = localDate(at, area.timezone)
  const projectPoolCode = random.pick(area.pools)
  const productClass = projectPoolCode === 'PP07' || random.chance(0.2) ? 'iot' : 'phone'
  const count = random.chance(0.05) ? random.between(20, 40) : random.between(3, 11)
  return {
    applyType: 'grant',
    idcCode: area.idc,
    areaId: area.id,
    year,
    month: Math.min(12, month + random.between(0, 2)),
    budgetDeptCode: random.pick(area.departments),
    projectPoolCode,
    productClass,
    currency: area.currency,
    regionCode: random.chance(0.4) ? random.pick(area.regions) : null,
    reason: random.pick(area.idc === 'CN' ? REASONS_ZH : REASONS),
    source: 'typed',
    lines: linesOf(random, area, shared, projectPoolCode, productClass, count),
  }
}

/** Money for a season's channel programmes, for this month from the first pool. */
export function seasonGrant(random: Random, area: Catalogue, shared: Shared, now: Date): ApplicationInput {
  const [pool, department] = [area.pools[0]!, area.departments[0]!]
  const lines = linesOf(random, area, shared, pool, 'phone', SEASON_LINES)
  return {
    ...grantOf(random, area, shared, now),
    ...localDate(now, area.timezone),
    budgetDeptCode: department,
    projectPoolCode: pool,
    productClass: 'phone',
    regionCode: null,
    reason: 'Channel programmes of the season: rebates, displays and promoters',
    lines: lines.map((line) => ({ ...line, amount: amountText(amount(String(SIZE[area.idc]!.usual)).times(3)) })),
  }
}

/** An active budget line for a revoke. */
export interface OpenLine extends Omit<ApplicationLine, 'amount' | 'remark'> {
  readonly budgetCode: string
  readonly available: string
}

/** Revokes a part of an earlier grant. */
export function revokeOf(random: Random, grant: ApplicationInput, open: readonly OpenLine[]): ApplicationInput | null {
  const lines = open.slice(0, random.between(1, 4)).flatMap(({ available, ...line }) => {
    const part = inSteps(grant.idcCode, amount(available).times(random.between(10, 60)).div(100))
    return amount(part).gt(available) ? [] : [{ ...line, amount: part }]
  })
  return lines.length === 0 ? null : { ...grant, applyType: 'revoke', reason: random.pick(REVOKE_REASONS), lines }
}

/** The same application with less money, as resubmitted after a rejection. */
export function reduced(grant: ApplicationInput): ApplicationInput {
  const lines = grant.lines.map((line) => ({
    ...line,
    amount: inSteps(grant.idcCode, amount(line.amount).times('0.7')),
  }))
  return { ...grant, reason: `${grant.reason} (reduced as agreed)`, lines }
}

/** The first lines that together take at most half of the pool's balance. */
export function fitting(grant: ApplicationInput, available: string): ApplicationInput {
  let left = amount(available).div(2)
  const lines = grant.lines.filter((line) => {
    const fits = amount(line.amount).lte(left)
    if (fits) left = left.minus(line.amount)
    return fits
  })
  return { ...grant, lines }
}
