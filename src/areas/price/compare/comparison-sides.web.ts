import type { AreaOption } from '#areas/budget/budget.web.facade.ts'
import type { ComparisonKind, ComparisonQuestion } from './comparison-question.ts'

/** The names of each side's fields in the question. */
export const SIDES = {
  left: { area: 'areaId', classification: 'classificationCode', currency: 'currency', day: 'asOf' },
  right: {
    area: 'otherAreaId',
    classification: 'otherClassificationCode',
    currency: 'otherCurrency',
    day: 'otherAsOf',
  },
} as const
export type ComparisonSide = keyof typeof SIDES

/** What another kind of comparison begins with. */
export const EMPTIED = {
  otherAreaId: '',
  otherClassificationCode: '',
  otherAsOf: '',
  otherCurrency: '',
  currency: '',
} as const satisfies Partial<ComparisonQuestion>

export type SideField = keyof (typeof SIDES)['left']

/** The fields of each side; a day of both sides is asked once, with the left one. */
export function sidesFor(kind: ComparisonKind): Readonly<Record<ComparisonSide, readonly SideField[]>> {
  const left = ['area', 'classification', 'currency', 'day'] as const
  if (kind === 'areas') return { left, right: ['area', 'classification', 'currency'] }
  return { left, right: kind === 'days' ? ['day'] : ['classification'] }
}

/** The area of a side: the right one is of the left one's unless areas are compared. */
export function areaOf(
  asked: ComparisonQuestion,
  areas: readonly AreaOption[],
  side: ComparisonSide,
): AreaOption | undefined {
  const id = asked.kind === 'areas' ? asked[SIDES[side].area] : asked.areaId
  return areas.find(({ value }) => value === id)
}
