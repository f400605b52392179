import type { Outgoing } from './outgoing.ts'
import type { Recipient } from './recipient.ts'

/** The result of a delivery attempt. `outage`: the channel delivers nothing at the moment. */
export type DeliveryOutcome =
  | { readonly state: 'sent' }
  /** The other side will never accept it. */
  | { readonly state: 'refused'; readonly error: string }
  | { readonly state: 'again'; readonly error: string; readonly outage: boolean; readonly afterMs?: number }

/** A delivery channel. It never throws: failures are results. */
export interface Sender {
  /** The id is the same at every attempt, so that the receiver can drop duplicates. */
  send(id: string, recipient: Recipient, outgoing: Outgoing, now: Date): Promise<DeliveryOutcome>
  close(): void
}

/** The part of an error that an operator needs; never with a password in it. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\/\/[^/@\s]+@/g, '//…@').slice(0, 500)
}
