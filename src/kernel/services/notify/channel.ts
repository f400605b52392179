import type { Outgoing } from './outgoing.ts'
import type { Recipient } from './recipient.ts'

/** How trying to hand a message over ended. `outage`: nobody gets anything by this channel for the moment. */
export type DeliveryOutcome =
  | { readonly state: 'sent' }
  /** The other side will never take it. */
  | { readonly state: 'refused'; readonly error: string }
  | { readonly state: 'again'; readonly error: string; readonly outage: boolean; readonly afterMs?: number }

/** A way out of the product. It never throws: what went wrong is an outcome. */
export interface Sender {
  /** The id is the same at every attempt, so that the receiver can drop what it has already. */
  send(id: string, recipient: Recipient, outgoing: Outgoing, now: Date): Promise<DeliveryOutcome>
  close(): void
}

/** As much of an error as an operator needs; never with a password in it. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\/\/[^/@\s]+@/g, '//…@').slice(0, 500)
}
