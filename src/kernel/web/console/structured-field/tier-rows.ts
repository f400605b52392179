import { readTiers, tiersText } from '#kernel/engine/definition/ladder.ts'
import { plainNumber } from '#kernel/base/money/written-number.ts'

/** A tier as typed. It begins where the previous one ends, so a ladder typed here has no gaps. */
export interface TierRow {
  readonly below: string
  readonly value: string
}

const EMPTY: TierRow = { below: '', value: '' }
const TYPED = /^[^:;-]*-([^:;]*):([^:;]*)$/

/** The tiers of a draft, possibly incomplete. */
export function rowsOf(text: string): readonly TierRow[] {
  if (text.trim() === '') return [EMPTY]
  const typed = text.split(';').map((part) => TYPED.exec(part))
  if (typed.every((match) => match !== null)) return typed.map(([, below = '', value = '']) => ({ below, value }))
  const read = readTiers(text)
  return read && read.length > 0 ? read.map(({ to, value }) => ({ below: to ?? '', value })) : [EMPTY]
}

/** Where a tier begins. */
export function fromOf(rows: readonly TierRow[], at: number): string {
  return at === 0 ? '0' : (rows[at - 1]?.below ?? '')
}

/** The draft's text; empty where nothing was typed. */
export function textOfRows(rows: readonly TierRow[]): string {
  if (rows.every(({ below, value }) => below === '' && value === '')) return ''
  return rows.map(({ below, value }, at) => `${fromOf(rows, at)}-${below}:${value}`).join(';')
}

/** Removes the separators between tiers, which no number contains. */
export function typedNumber(text: string): string {
  return text.replace(/[;:]/g, '')
}

/** A number in its plain form, once it has been typed. */
export function settledNumber(text: string): string {
  return plainNumber(text) ?? text.trim()
}

/** Adds a tier after the last, which now ends. */
export function withTier(rows: readonly TierRow[]): readonly TierRow[] {
  return [...rows, EMPTY]
}

/** Removes a tier; the previous one extends to its end, and the last has no end. */
export function withoutTier(rows: readonly TierRow[], at: number): readonly TierRow[] {
  const gone = rows[at]
  const left = rows.flatMap((row, index) => {
    if (index === at) return []
    return index === at - 1 && gone ? [{ ...row, below: gone.below }] : [row]
  })
  return left.length === 0 ? [EMPTY] : left
}

/** Several pasted tiers; null for a single number. */
export function pastedRows(text: string): readonly TierRow[] | null {
  const tiers = readTiers(text)
  return tiers && /[;；·\n\t:：]/.test(text.trim()) ? rowsOf(tiersText(tiers)) : null
}
