import { nextRow } from '../../list/next-row.ts'

/** The cards in their last displayed order, with a way to reload them. */
interface Order {
  readonly addresses: readonly string[]
  readonly load: () => Promise<readonly string[]>
}

let order: Order | null = null

export function keepOrder(of: Order): void {
  order = of
}

/** The card after the one of this address, in the inbox's current order; null where it was opened from no inbox. */
export async function nextCard(here: string): Promise<string | null> {
  const at = order?.addresses.indexOf(here) ?? -1
  if (!order || at < 0) return null
  const now = await order.load()
  const next = nextRow(order.addresses, at, now)
  if (next !== null) order = { ...order, addresses: now }
  return next
}
