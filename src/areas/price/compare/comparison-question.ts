export const COMPARISON_KINDS = ['classifications', 'days', 'areas'] as const
export type ComparisonKind = (typeof COMPARISON_KINDS)[number]

const NAMES = [
  'areaId',
  'classificationCode',
  'currency',
  'asOf',
  'otherAreaId',
  'otherClassificationCode',
  'otherCurrency',
  'otherAsOf',
] as const
type Name = (typeof NAMES)[number]

/** What is compared, as it is typed; empty texts for what is not. */
export type ComparisonQuestion = Readonly<Record<Name, string>> & { readonly kind: ComparisonKind }

/** The question in an address: what it compares also follows from its right side. */
export function readQuestion(query: URLSearchParams, firstArea = ''): ComparisonQuestion {
  const values = Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as Record<Name, string>
  const implied = values.otherAreaId ? 'areas' : values.otherAsOf ? 'days' : 'classifications'
  const kind = COMPARISON_KINDS.find((each) => each === query.get('kind')) ?? implied
  return { ...values, areaId: values.areaId || firstArea, kind }
}

/** The address with another question, on its first page. */
export function changedQuestion(query: URLSearchParams, asked: ComparisonQuestion): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(asked))
    if (value) next.set(name, value)
    else next.delete(name)
  next.delete('page')
  return next
}

/** The filters of the calls; null while a side is missing. */
export function sidesAsked(asked: ComparisonQuestion): {
  readonly filters: Readonly<Partial<Record<Name, string>>> | null
  readonly isSame: boolean
} {
  const { kind, areaId, classificationCode, asOf, otherAreaId, otherClassificationCode, otherAsOf } = asked
  const own: Readonly<Record<ComparisonKind, readonly Name[]>> = {
    classifications: ['otherClassificationCode'],
    days: ['otherAsOf'],
    areas: ['otherAreaId', 'otherClassificationCode', 'otherCurrency'],
  }
  const isWhole: Readonly<Record<ComparisonKind, boolean>> = {
    classifications: otherClassificationCode !== '',
    days: otherAsOf !== '',
    areas: otherAreaId !== '' && otherClassificationCode !== '',
  }
  const same: Readonly<Record<ComparisonKind, boolean>> = {
    classifications: otherClassificationCode === classificationCode,
    days: otherAsOf === asOf,
    areas: otherAreaId === areaId,
  }
  if (areaId === '' || classificationCode === '' || !isWhole[kind]) return { filters: null, isSame: false }
  if (same[kind]) return { filters: null, isSame: true }
  const names: readonly Name[] = ['areaId', 'classificationCode', 'currency', 'asOf', ...own[kind]]
  return {
    filters: Object.fromEntries(names.flatMap((name) => (asked[name] === '' ? [] : [[name, asked[name]]]))),
    isSame: false,
  }
}
