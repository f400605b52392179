/**
 * The period states of a month (domain.md section 3). In closing nothing new is accepted, while documents in approval
 * continue and the year end is prepared; a closed month accepts nothing.
 */
export const PERIOD_STATES = ['open', 'closing', 'closed'] as const

export type PeriodState = (typeof PERIOD_STATES)[number]
