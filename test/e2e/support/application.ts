import { productNow } from '#kernel/base/clock/clock.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import '#test/helpers/test-clock.ts'
import type { Acted, ContentOf } from '#test/helpers/company/actor.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { INDIA } from '#test/helpers/company/fixtures.ts'

/** An application of the tests, in codes of the demonstration company. */
export interface Line {
  /** India, unless a test says otherwise. */
  readonly country?: string
  readonly project: string
  readonly businessType: string
  readonly productLine: string
  readonly amount: string
  readonly remark?: string
}

export interface Application {
  readonly month: string
  readonly department: string
  readonly pool: string
  readonly reason: string
  readonly lines: readonly Line[]
}

export const COUNTRY = 'IN'
export const YEAR = String(productNow().getUTCFullYear())

/** Demonstration data funds the pools of this year. A late month meets the fewest other applications. */
export function applicationOf(more: Partial<Application> & Pick<Application, 'reason' | 'lines'>): Application {
  return { month: '12', department: 'BD01', pool: 'PP01', ...more }
}

export function totalOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + Number(line.amount), 0)
}

/** An amount as pages show it. */
export function shown(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

export function amountIn(text: string): number {
  return Number(text.replace(/[^\d.-]/g, ''))
}

/** The clipboard text of a spreadsheet's cells. */
export function tsvOf(lines: readonly Line[]): string {
  return lines
    .map((line) => [COUNTRY, line.project, line.businessType, line.productLine, line.amount].join('\t'))
    .join('\n')
}

/** The shared-service centre of a business type, as the demonstration company has them. */
export function fscOf({ businessType }: Line): string {
  return `FSC10${businessType.slice(1, 3)}`
}

/** The content that the form of a grant sends. */
export function contentOf(application: Application): ContentOf<typeof countryBudget> {
  return {
    applyType: 'grant',
    ...INDIA,
    year: Number(YEAR),
    month: Number(application.month),
    budgetDeptCode: application.department,
    projectPoolCode: application.pool,
    productClass: 'phone',
    regionCode: null,
    reason: application.reason,
    source: 'typed',
    lines: application.lines.map((line) => ({
      countryCode: line.country ?? COUNTRY,
      projectCode: line.project,
      fscId: fscOf(line),
      subBusiCode: line.businessType,
      productLineCode: line.productLine,
      amount: line.amount,
      budgetCode: null,
      remark: line.remark ?? null,
    })),
  }
}

/** The one who raises the applications. */
const drafterAt = (origin: string) => companyAt(origin).as('in.channel')

/** A grant of in.channel that waits for in.manager. */
export function submittedGrant(origin: string, application: Application): Promise<Acted> {
  return drafterAt(origin).submit(countryBudget, contentOf(application))
}

/** A draft of in.channel. */
export function savedDraft(origin: string, application: Application): Promise<Acted> {
  return drafterAt(origin).save(countryBudget, contentOf(application))
}
