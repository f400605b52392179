import { formatExact } from '#kernel/base/money/exact-text.ts'
import type { Field } from './fields.ts'
import { type LadderShape, tierValueOf } from './ladder-shape.ts'

/** From this bound up to that one (`to` null: unlimited), this rate or amount per piece. */
export interface Tier {
  readonly from: string
  readonly to: string | null
  readonly value: string
}

type Values = Readonly<Record<string, unknown>>

const BETWEEN_TIERS = /[;；·\r\n]+/
const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`
/** Accepts `100-500: 3.50`, `100 – 500 = 3.50%`, `≥ 500: 5`, `100: 3.5`, and tab-separated cells of a spreadsheet. */
const WRITTEN = new RegExp(
  String.raw`^(≥|>=)? *(\d+(?:\.\d+)?) *(?:([-–—~～\u81f3]|\t)[ ]*(\d+(?:\.\d+)?|∞)?)? *(?:[:：=]|\t) *${NUMBER} *[^\d\s]{0,4}$`,
)
/** No tier is longer, and a pattern that looks for blanks must not run on ten thousand of them. */
const LONGEST_TIER = 120
const GROUPED = /(?<![\d.,])(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?![\d,])/g

/** Parses tiers as a person, a spreadsheet or the product wrote them; null where it cannot. A missing end is the next tier's beginning. */
export function readTiers(text: string): readonly Tier[] | null {
  const written = text.split(BETWEEN_TIERS)
  if (written.some((part) => part.length > LONGEST_TIER)) return null
  const parts = written
    .map((part) => part.replace(GROUPED, (number) => number.replaceAll(',', '')).replace(/^ +| +$/g, ''))
    .filter((part) => part !== '')
  const tiers: { from: string; to: string | null | undefined; value: string }[] = []
  for (const part of parts) {
    const [found, least, from, dash, to, value] = WRITTEN.exec(part) ?? []
    if (found === undefined || from === undefined || value === undefined) return null
    const isOpen = least !== undefined || to === '∞' || (dash !== undefined && to === undefined)
    tiers.push({ from, to: isOpen ? null : to, value })
  }
  return tiers.map(({ from, to, value }, at) => ({
    from,
    to: to === undefined ? (tiers[at + 1]?.from ?? null) : to,
    value,
  }))
}

/** Tiers of pieces as people say them, `0–9; 10–49; 50–`, each up to where the next begins. */
export function joinedTiers(tiers: readonly Tier[]): readonly Tier[] {
  return tiers.map((tier, at) => {
    const next = tiers[at + 1]?.from
    return next !== undefined && tier.to !== null && Number(tier.to) + 1 === Number(next) ? { ...tier, to: next } : tier
  })
}

/** The canonical text of tiers, on the wire and in the table: `0-100:2.00;100-:3.50`. */
export function tiersText(tiers: readonly Tier[]): string {
  return tiers.map(({ from, to, value }) => `${from}-${to ?? ''}:${value}`).join(';')
}

/** The tiers of a canonical text; none where it is no ladder. */
export function tiersOf(text: string | null | undefined): readonly Tier[] {
  return (text && readTiers(text)) || []
}

/** Formats a ladder for people: `0–100: 2.00% · 100–500: 3.50% · ≥ 500: 5.00%`; an invalid one stays as typed. */
export function ladderText(field: Pick<Field, 'ladder'>, text: string, beside: Values): string {
  const { ladder } = field
  const tiers = ladder ? readTiers(text) : null
  if (!ladder || !tiers) return text
  return tiers.map((tier) => tierText(ladder, tier, beside)).join(' · ')
}

export function tierText(ladder: LadderShape, { from, to, value }: Tier, beside: Values): string {
  const exact = tierValueOf(ladder, beside)
  const unit = exact.unit === '%' ? '%' : ''
  const upTo = to !== null && ladder.ofPieces ? String(Number(to) - 1) : to
  const [first, last] = [boundText(ladder, from), upTo === null ? null : boundText(ladder, upTo)]
  return `${last === null ? `≥ ${first}` : `${first}–${last}`}: ${formatExact(value, exact.digits)}${unit}`
}

/** A bound shows decimals only where they are not zero: `100`, `99.5`. */
export function boundText({ bound }: LadderShape, text: string): string {
  return formatExact(text, bound.digits).replace(/\.0+$/, '')
}
