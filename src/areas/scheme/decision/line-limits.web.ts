import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { FormDraft } from '#kernel/web/console/form/draft/draft.ts'
import type { FormSpec, Limit } from '#kernel/web/console/form/form-spec.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { type Amount, amount, amountText, readAmount, zero } from '#kernel/base/money/money.ts'
import type { SchemeChecked } from '../shared/scheme-child.form.ts'

/** A source that a line takes from. */
interface LimitOf {
  /** The server's values that add up to it. */
  readonly of: readonly string[]
  /** By default the label of that column. */
  readonly label?: () => string
  /** Lines with the same value here share the source; without it the rest is not shown. */
  readonly shared?: string
  /** The server's value of the rest, where only it knows. */
  readonly left?: string
  /** The amount taken by a line; by default the field's amount. */
  readonly taken?: (line: Values) => Amount
  /** The server's value of its currency; by default the document's. */
  readonly currency?: string
  readonly when?: (line: Values) => boolean
  /** Not shown while the amount is zero. */
  readonly isLeftOutAtZero?: true
}

type Known = Readonly<Record<string, string | number | null>>

const read = (text: string | undefined): Amount => {
  const found = readAmount((text ?? '').trim() || '0')
  return typeof found === 'string' ? zero : found
}

/** The limit beside a line's field: the available amount, and the rest. */
export function lineLimits(
  definition: AnyDefinition,
  field: string,
  limits: readonly LimitOf[],
): NonNullable<FormSpec<SchemeChecked>['limits']> {
  const view = viewOf(definition)
  return (checked, draft) => {
    const own = view.currency === null ? '' : (draft.header[view.currency] ?? '')
    const known = new Map(checked.lines.map(({ row, values }) => [row, values]))
    return limits.flatMap((limit) => limitsOf(limit, { definition, field, own, known, draft }))
  }
}

interface Form {
  readonly definition: AnyDefinition
  readonly field: string
  readonly own: string
  readonly known: ReadonlyMap<number, Known>
  readonly draft: FormDraft
}

function limitsOf(limit: LimitOf, { definition, field, own, known, draft }: Form): Limit[] {
  const { of, shared, when } = limit
  const [first = ''] = of
  const taken = limit.taken ?? ((line: Values) => read(line[field]))
  const counts = (line: Values): boolean => when?.(line) ?? true
  const sums = new Map<string, Amount>()
  for (const line of draft.lines) {
    if (shared === undefined || !counts(line)) continue
    const key = line[shared] ?? ''
    sums.set(key, (sums.get(key) ?? zero).plus(taken(line)))
  }
  return draft.lines.flatMap((line, row): Limit[] => {
    const values = known.get(row)
    const given = of.flatMap((name) => values?.[name] ?? [])
    if (!values || values[first] === null || given.length === 0 || !counts(line)) return []
    const available = given.reduce<Amount>((sum, each) => sum.plus(String(each)), zero)
    if (limit.isLeftOutAtZero && available.eq(0)) return []
    const currency = limit.currency === undefined ? own : String(values[limit.currency] ?? own)
    const left = limit.left === undefined ? null : (values[limit.left] ?? null)
    const stays =
      shared !== undefined && currency === own
        ? amountText(available.minus(sums.get(line[shared] ?? '') ?? zero))
        : left === null
          ? null
          : String(left)
    return [
      {
        field,
        row,
        label: limit.label?.() ?? documentTexts(definition).lineField(first),
        available: amountText(available),
        currency,
        ...(stays === null ? {} : { left: stays }),
      },
    ]
  })
}

/** For documents whose total only the server computes. */
export const serverTotal = ({ header }: SchemeChecked): string | null => header['totalAmount'] ?? null

/** Price times quantity; empty where one is missing. */
export function timesOf(price: string | undefined, quantity: string | undefined): Amount {
  return /^\d{1,9}$/.test((quantity ?? '').trim()) ? read(price).times((quantity ?? '').trim()) : amount('0')
}
