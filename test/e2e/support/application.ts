import { productNow } from '#kernel/base/clock/clock.ts'
import '#test/helpers/test-clock.ts'

/** An application of the tests, in codes of the demonstration company. */
export interface Line {
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
