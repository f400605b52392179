/** Whether what a claim pays has reached its customer. */
export type SettlementState = 'pendingSettle' | 'settled' | 'settledFailure'

interface Claim {
  readonly state?: unknown
  readonly payoutType?: unknown
  readonly pushStatus?: unknown
}

/**
 * Null before the approval. What needs no payment is settled with it: it was credited, or taken off what the customer
 * owes. A payment is settled once finance has it, and waits where no finance system is there.
 */
export function settlementStateOf({ state, payoutType, pushStatus }: Claim): SettlementState | null {
  if (state !== 'approved') return null
  if (payoutType !== 'payment' || pushStatus === 'succeededPushed') return 'settled'
  return pushStatus === 'failedPushed' ? 'settledFailure' : 'pendingSettle'
}
