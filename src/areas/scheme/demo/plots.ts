import type { RebateType, SchemeType } from '../shared/scheme-types.ts'

export interface Plot {
  readonly name: string
  readonly schemeType: SchemeType
  /** Months before this one in which it began. */
  readonly ago: number
  readonly basis: string
  readonly ratePercent?: string
  readonly lines: number
  /** For all customers of a channel, or for one store; by default for customers. */
  readonly beneficiary?: 'channel' | 'store'
  /** By default into the customer's account. */
  readonly rebateType?: RebateType
  /** It uses part of the first one's remaining budget; by default each has its own. */
  readonly isBesideFirst?: true
  /** Progress: a draft, in approval after so many decisions, or approved with so many accrued months. */
  readonly fate: 'draft' | 'waiting' | 'approved' | 'reversed' | 'adjusted'
  readonly withheld?: number
}

export const PLOTS: readonly Plot[] = [
  {
    name: 'Monsoon sell-in rebate',
    schemeType: 'sellInRebate',
    ago: 2,
    basis: 'sellIn',
    ratePercent: '2.5',
    lines: 3,
    fate: 'approved',
    withheld: 3,
  },
  {
    name: 'Festival target rebate',
    schemeType: 'targetRebate',
    ago: 1,
    basis: 'sellOut',
    ratePercent: '3',
    lines: 2,
    fate: 'reversed',
    withheld: 2,
  },
  {
    name: 'Flagship display',
    schemeType: 'display',
    ago: 0,
    basis: 'fixed',
    lines: 2,
    rebateType: 'payment',
    fate: 'adjusted',
    withheld: 1,
  },
  {
    name: 'Promoter incentive of the season',
    schemeType: 'promoterIncentive',
    ago: 0,
    basis: 'activation',
    ratePercent: '1',
    lines: 1,
    fate: 'approved',
  },
  {
    name: 'Sell-out rebate for a whole channel',
    schemeType: 'sellOutRebate',
    ago: 0,
    basis: 'sellOut',
    ratePercent: '1.5',
    lines: 1,
    beneficiary: 'channel',
    fate: 'approved',
  },
  {
    name: 'Opening weeks of a store',
    schemeType: 'sellOutRebate',
    ago: 0,
    basis: 'sellOut',
    ratePercent: '2',
    lines: 1,
    beneficiary: 'store',
    fate: 'approved',
  },
  {
    name: 'Year-end price support',
    schemeType: 'priceSupport',
    ago: 0,
    basis: 'sellOut',
    ratePercent: '4',
    lines: 1,
    isBesideFirst: true,
    fate: 'draft',
  },
]
/** In Indonesia some wait, so that every page has something to decide. */
export const WAITING: readonly Plot[] = [
  {
    name: 'Ramadan sell-through rebate',
    schemeType: 'sellThroughRebate',
    ago: 0,
    basis: 'sellThrough',
    ratePercent: '2',
    lines: 2,
    fate: 'approved',
    withheld: 1,
  },
  {
    name: 'Promoter incentive Java',
    schemeType: 'promoterIncentive',
    ago: 0,
    basis: 'activation',
    ratePercent: '1',
    lines: 1,
    fate: 'approved',
  },
  { name: 'Channel display Java', schemeType: 'display', ago: 0, basis: 'fixed', lines: 1, fate: 'waiting' },
]
