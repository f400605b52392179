/**
 * How far the books of a month are closed (domain.md section 3). In closing nothing new is asked for, while what runs comes to
 * its end and the year end is prepared; a closed month takes nothing any more.
 */
export const PERIOD_STATES = ['open', 'closing', 'closed'] as const

export type PeriodState = (typeof PERIOD_STATES)[number]
