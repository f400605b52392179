import { amount } from '#kernel/base/money/money.ts'

/** `plan` is what the others are measured against; the others are shades of one colour, so that no colour is read as a state. */
export type ChartTone = 'plan' | 'full' | 'middle' | 'light'

export interface ChartCategory {
  readonly key: string
  /** On the axis, where there is little room. */
  readonly short: string
  /** In the table and beside the pointer. */
  readonly name: string
  /** Address of the list whose totals are this category's numbers; null where there is none. */
  readonly href: string | null
  /** A further word about the category, such as the share that is used. */
  readonly note?: string
}

export interface ChartSeries {
  readonly name: string
  readonly shape: 'bar' | 'line'
  readonly tone: ChartTone
  /** Decimal texts, one a category; null: not known (yet). */
  readonly values: readonly (string | null)[]
  /** Bars with the same name stand upon each other. */
  readonly stack?: string
}

/** A picture of amounts, the same whichever library draws it. */
export interface ChartSpec {
  readonly title: string
  /** What the categories are. */
  readonly axis: string
  readonly currency: string
  readonly categories: readonly ChartCategory[]
  readonly series: readonly ChartSeries[]
  /** Heading of the notes in the table. */
  readonly noteTitle?: string
  /** `across`: the bars lie, for categories with long names. */
  readonly direction?: 'up' | 'across'
}

/** No picture says anything of zeros alone. */
export function isBlank({ series }: ChartSpec): boolean {
  return series.every(({ values }) => values.every((value) => value === null || amount(value).eq(0)))
}

/** Height of a lying bar with the space around it, and of the axis below all of them. */
const ACROSS_PX = 40
const AXIS_PX = 34

/** The height that lying bars need; standing ones have that of the style sheet. */
export function acrossPx({ direction, categories }: ChartSpec): number | undefined {
  return direction === 'across' ? categories.length * ACROSS_PX + AXIS_PX : undefined
}
