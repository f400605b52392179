import type { SchemeState } from '../shared/scheme-types.ts'

export const MONEY = ['approved', 'committed', 'accrued', 'executed', 'released'] as const
export type Money = Readonly<Record<(typeof MONEY)[number], string>>

/** The figures that lead to what they add up from: of movements, and of what documents in approval hold. */
export type SchemeFigure = keyof Money | 'locked'

/** Which movements of a scheme: those that make up a figure, of one line, of one month. */
export interface FigureFilter {
  readonly figure?: SchemeFigure
  readonly fundingNo?: number
  readonly month?: string
}

/** A scheme with what became of its money. */
export interface Scheme extends Money {
  readonly schemeNo: string
  readonly name: string
  readonly schemeType: string
  readonly state: SchemeState
  readonly idcCode: string
  readonly areaId: string
  readonly currency: string
  readonly rebateType: string
  readonly startDate: string
  readonly endDate: string
  readonly claimDeadline: string
  readonly owner: { readonly account: string; readonly name: string }
}

/** The address of a scheme's own page. */
export function schemeAddress(schemeNo: string): string {
  return `/scheme/detail?${new URLSearchParams({ schemeNo })}`
}
