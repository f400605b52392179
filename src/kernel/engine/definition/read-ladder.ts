import Big from 'big.js'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import { type ExactProblem, readExact } from '#kernel/base/money/exact.ts'
import type { Exact, Field } from './fields.ts'
import { joinedTiers, readTiers, type Tier, tiersText } from './ladder.ts'
import { type LadderShape, tierValueOf } from './ladder-shape.ts'

/** Why tiers are no ladder (B14): it begins with 0, each tier begins where the previous one ends, and the last has no end. */
export type LadderProblem = { readonly kind: 'infinity' } | { readonly kind: 'order'; readonly tier: number }

/** Null for a ladder without gaps. Bounds are decimal texts. */
export function ladderProblem(tiers: readonly Pick<Tier, 'from' | 'to'>[]): LadderProblem | null {
  const [first] = tiers
  if (!first || !new Big(first.from).eq(0)) return { kind: 'infinity' }
  for (const [at, { from, to }] of tiers.entries()) {
    const next = tiers[at + 1]
    if (to !== null && new Big(to).lte(from)) return { kind: 'order', tier: at + 1 }
    if (!next) return to === null ? null : { kind: 'infinity' }
    if (to === null || new Big(next.from).lt(to)) return { kind: 'order', tier: at + 2 }
    if (new Big(next.from).gt(to)) return { kind: 'infinity' }
  }
  return null
}

/** The canonical text of a ladder, or why it is invalid. `beside` are the raw values, on which the kind of its tiers depends. */
export function readLadder(
  field: Field,
  raw: unknown,
  beside: Readonly<Record<string, unknown>>,
  label: string,
  at: At,
): string | Refusal {
  const { ladder } = field
  const read = ladder && typeof raw === 'string' && raw.length <= 20_000 ? readTiers(raw) : null
  const written = read && ladder?.ofPieces ? joinedTiers(read) : read
  if (!ladder || !written || written.length === 0) return documentErrors.notTiers({ field: label }, at)
  if (written.length > ladder.most) return documentErrors.tooManyTiers({ field: label, max: ladder.most }, at)
  const value = tierValueOf(ladder, beside)
  const tiers: Tier[] = []
  for (const tier of written) {
    const from = readExact(tier.from, ladder.bound)
    const to = tier.to === null ? null : readExact(tier.to, ladder.bound)
    const gives = readExact(tier.value, value)
    for (const [read, exact] of [[from, ladder.bound] as const, [to, ladder.bound] as const, [gives, value] as const])
      if (typeof read === 'string') return unreadable(read, exact, label, at)
    tiers.push({ from: textOf(from), to: to === null ? null : textOf(to), value: textOf(gives) })
  }
  const problem = ladderProblem(tiers)
  if (problem?.kind === 'infinity') {
    const gap = gapIn(tiers, ladder)
    return gap ? documentErrors.ladderGap(gap, at) : documentErrors.ladderInfinity({}, at)
  }
  if (problem) return documentErrors.tierOrder({ field: label, tier: problem.tier }, at)
  return tiersText(tiers)
}

/** What tiers leave out below or between them; null where only their end is missing. */
function gapIn(
  tiers: readonly Tier[],
  { ofPieces }: LadderShape,
): { readonly from: string; readonly to: string } | null {
  let reached = '0'
  for (const { from, to } of tiers) {
    if (new Big(from).gt(reached)) return { from: reached, to: new Big(from).minus(ofPieces ? 1 : 0).toFixed() }
    if (to === null) return null
    reached = to
  }
  return null
}

function textOf(read: ReturnType<typeof readExact>): string {
  return typeof read === 'string' ? '' : read.text
}

export function unreadable(problem: ExactProblem, { min, max, digits }: Exact, label: string, at: At): Refusal {
  if (problem === 'outOfRange') return documentErrors.outOfRange({ field: label, min, max }, at)
  if (problem === 'moreDecimals') return documentErrors.moreDecimals({ field: label, digits }, at)
  return documentErrors.notAmount({ field: label }, at)
}
