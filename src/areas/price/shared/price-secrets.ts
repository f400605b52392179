import type { LineReader } from '#kernel/engine/document/server-document.ts'
import { may } from '#kernel/platform/access/principal.ts'
import { PRICE_ROLE } from './price-role.ts'

/** Who knows whether a margin is below its floor finds the floor, and the cost, by asking for one price after another. */
export const KNOWS_THE_FLOOR = [PRICE_ROLE.margin, PRICE_ROLE.floor] as const

type Line = Readonly<Record<string, unknown>>

/** Cost, margin and floor are shown to people who hold the right to each, also to drafters. */
export function pricesShownTo({ principal }: LineReader, lines: readonly Line[]): readonly Line[] {
  const hidden = new Set([
    ...(may(principal, PRICE_ROLE.cost) ? [] : ['costBasis', 'costOrigin']),
    ...(may(principal, PRICE_ROLE.margin) ? [] : ['margin']),
    ...(may(principal, PRICE_ROLE.floor) ? [] : ['floorMargin']),
  ])
  if (hidden.size === 0) return lines
  return lines.map((line) =>
    Object.fromEntries(Object.entries(line).map(([name, value]) => [name, hidden.has(name) ? null : value])),
  )
}
