/** The purpose of a scheme (spec section 3, domain.md 2.4). */
export const SCHEME_TYPES = [
  'priceProtection',
  'sellInRebate',
  'sellThroughRebate',
  'sellOutRebate',
  'targetRebate',
  'display',
  'promoterIncentive',
  'priceSupport',
] as const
export type SchemeType = (typeof SCHEME_TYPES)[number]

/** The payout (spec section 9): to the rebate balance, against receivables, in money, or unit by unit to the balance. */
export const REBATE_TYPES = ['standard', 'reduce', 'payment', 'detail'] as const
export type RebateType = (typeof REBATE_TYPES)[number]

/** The basis of an amount. */
export const BASES = ['sellIn', 'sellThrough', 'sellOut', 'activation', 'stock', 'fixed'] as const
export type Basis = (typeof BASES)[number]

/** The settlement interval. */
export const SETTLEMENT_PERIODS = ['month', 'quarter', 'whole'] as const
export type SettlementPeriod = (typeof SETTLEMENT_PERIODS)[number]

/** A scheme's own states, driven by its documents (domain.md section 7). */
export const SCHEME_STATES = {
  effective: 'blue',
  partialExecution: 'blue',
  fullExecution: 'green',
  terminated: 'orange',
  expired: 'grey',
  closed: 'grey',
} as const
export type SchemeState = keyof typeof SCHEME_STATES

/** Allowed bases by type: the first is the default of a new line. */
export const BASES_OF: Readonly<Record<SchemeType, readonly Basis[]>> = {
  priceProtection: ['stock'],
  sellInRebate: ['sellIn'],
  sellThroughRebate: ['sellThrough'],
  sellOutRebate: ['sellOut', 'activation'],
  targetRebate: ['sellIn', 'sellThrough', 'sellOut', 'activation'],
  display: ['fixed'],
  promoterIncentive: ['sellOut', 'activation', 'fixed'],
  priceSupport: ['sellIn', 'sellOut', 'activation'],
}

/** Running: follow-up documents may use its money. */
export function isRunning(state: SchemeState): boolean {
  return state === 'effective' || state === 'partialExecution'
}

/** Tiers of a line: from a bound on, a percentage of the amount, or an amount per unit. */
export const LADDER = {
  bound: { digits: 2, min: '0', max: '1000000000000' },
  value: {
    by: 'ladderKind',
    of: {
      percent: { digits: 4, min: '0', max: '100', unit: '%' },
      unit: { digits: 2, min: '0', max: '1000000000', unit: 'currency' },
    },
  },
} as const
