import { homeDay } from '#kernel/web/ui/time.ts'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { post } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import type { Options } from '../client/use-options.ts'
import type { Values } from '../sheet/sheet-columns.ts'
import type { DocumentTexts } from '../client/document-texts.ts'

/** One entry of a value help. */
export interface Option {
  readonly value: string
  readonly label: string
  /** A second line where there is room: the code, the remaining amount. */
  readonly detail?: string
  /** Further texts for the search, in any language. */
  readonly search?: string
  /** Offered only if these fields, once chosen, have these values: a project of its country. */
  readonly of?: Values
  /** What other options may ask of this one while it is chosen, though no field holds it: a customer's country. */
  readonly has?: Values
  /** Other fields set by this choice: a budget sets its country and project. */
  readonly sets?: Values
}

/** The options of a choice, see `useOptions`. */
export type OptionList<T extends Option = Option> = Options<T> & {
  /** Says why nothing is offered for these values: what has to be filled in before, or what there is none of. */
  readonly whyNone?: (values: Values) => string
}

/** The option lists of a form: of its header's fields, and of its lines'. */
export interface FormOptions {
  readonly fields: Readonly<Record<string, OptionList>>
  readonly lines: Readonly<Record<string, OptionList>>
}

/** All records of a selector call. */
export async function allRecords<R>(path: string, body: object): Promise<readonly R[]> {
  return (await post<{ records: readonly R[] }>(path, { page: 1, ...body }, { handles: true })).records
}

/** Label of a coded entry: code / name (spec section 3). */
export function coded(code: string, name: string): Option {
  return { value: code, label: name && name !== code ? `${code} / ${name}` : code }
}

/** A fixed list of options. */
export function fixedOptions(options: readonly Option[]): OptionList {
  return { options, isLoading: false }
}

/** The current month, as initial value. */
export function thisMonth(): { readonly year: number; readonly month: number } {
  const [year, month] = homeDay().split('-').map(Number)
  return { year: year ?? 0, month: month ?? 0 }
}

/** Last year to next year, and the current value's year: budgets are not requested for other years. */
export function yearOptions(chosen: string): OptionList {
  const { year } = thisMonth()
  const years = new Set([year - 1, year, year + 1, ...(/^\d{4}$/.test(chosen) ? [Number(chosen)] : [])])
  return fixedOptions([...years].toSorted((a, b) => a - b).map((each) => ({ value: `${each}`, label: `${each}` })))
}

export function monthOptions(): OptionList {
  return fixedOptions(
    Array.from({ length: 12 }, (_, at) => ({ value: `${at + 1}`, label: pageText('form.month', { month: at + 1 }) })),
  )
}

const having = new WeakMap<readonly Option[], ReadonlyMap<string, Values>>()

/** What the chosen options of these fields have. */
export function factsOf(lists: Readonly<Record<string, OptionList>>, values: Values): Values {
  let facts: Values = {}
  for (const [field, { options }] of Object.entries(lists)) {
    const value = values[field]
    if (!value) continue
    let known = having.get(options)
    if (!known)
      having.set(
        options,
        (known = new Map(options.flatMap((each) => (each.has ? [[each.value, each.has] as const] : [])))),
      )
    facts = { ...facts, ...known.get(value) }
  }
  return facts
}

/** Options that fit the other values. */
export function fitting<T extends Option>(options: readonly T[], values: Values): readonly T[] {
  return options.some((option) => option.of) ? options.filter((option) => fits(option, values)) : options
}

function fits(option: Option, values: Values): boolean {
  return Object.entries(option.of ?? {}).every(([field, value]) => !values[field] || values[field] === value)
}

/**
 * The values after a choice: dependent ones are set, and those that no longer fit are cleared. Values in no list stay,
 * for the server to judge.
 */
export function withChoice(
  lists: Readonly<Record<string, OptionList>>,
  values: Values,
  field: string,
  value: string,
): Values {
  const chosen = lists[field]?.options.find((option) => option.value === value)
  const next: Record<string, string> = { ...values, [field]: value, ...chosen?.sets }
  const settled = new Set([field, ...Object.keys(chosen?.sets ?? {})])
  const facts = { ...factsOf(lists, next), ...next }
  for (const [other, list] of Object.entries(lists)) {
    if (settled.has(other) || !next[other]) continue
    const current = list.options.find((option) => option.value === next[other])
    if (current && !fits(current, facts)) next[other] = ''
  }
  return next
}

/** Name of a code where it is known, else the code itself, `/` for none. */
export function labelOf({ options }: Pick<OptionList, 'options'>, code: string | null | undefined): string {
  if (!code) return '/'
  return options.find((option) => option.value === code)?.label ?? code
}

/** The options of a choice from the definition; of other fields from the form's lists. Null where a field is typed. */
export function listOf(
  texts: DocumentTexts,
  name: string,
  field: Field,
  list: OptionList | undefined,
): OptionList | null {
  if (list) return list
  if (field.kind !== 'choice') return null
  return fixedOptions((field.options ?? []).map((value) => ({ value, label: texts.option(name, value) })))
}
