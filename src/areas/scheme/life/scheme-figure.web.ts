import type { FigureFilter } from './scheme-wire.ts'

/** The address of the postings that a figure of a scheme adds up from. */
export function figureAddress(schemeNo: string, filter: FigureFilter): string {
  return `/scheme/detail?${new URLSearchParams({ schemeNo, ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])) })}`
}
