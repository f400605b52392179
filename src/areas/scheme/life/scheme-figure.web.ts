import type { Money } from './scheme.list.ts'

/** Which postings: those that make up a figure, of one line, of one month. */
export interface FigureFilter {
  readonly figure?: keyof Money
  readonly fundingNo?: number
  readonly month?: string
}

/** The address of the postings that a figure of a scheme adds up from. */
export function figureAddress(schemeNo: string, filter: FigureFilter): string {
  return `/scheme/detail?${new URLSearchParams({ schemeNo, ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])) })}`
}
