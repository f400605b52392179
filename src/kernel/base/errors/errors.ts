/** Values that may stand in an error's text. Amounts are decimal strings, never numbers. */
export type ErrorParams = Readonly<Record<string, string | number>>

/** One reason why something was refused: a text key with parameters and the field or row it is about. */
export interface Refusal {
  /** `<namespace>.<reason>`; both languages have a text for it. */
  readonly key: string
  /** HTTP status that a request answers when this is the first of its refusals. */
  readonly status: number
  readonly params: ErrorParams
  /** Wire name of the field. */
  readonly field?: string
  /** Zero-based line of the document, or of the request's list. */
  readonly row?: number
  /** The further table of the document that the row is of; without it the lines. */
  readonly table?: string
  /** The data that a page needs to show the reason: the difference of a document that changed (approval-wire.ts ContentChangedData). */
  readonly data?: unknown
}

/** Where in the input a refusal belongs. */
export interface At {
  readonly field?: string
  readonly row?: number
  readonly table?: string
}

/** The names of the parameters of an error that answers 400; with its status where that is another. */
type ErrorSpec = readonly string[] | { readonly status: number; readonly params?: readonly string[] }

type ParamOf<S extends ErrorSpec> = S extends readonly (infer P extends string)[]
  ? P
  : S extends { readonly params: readonly (infer P extends string)[] }
    ? P
    : never

type RefusalFactory<S extends ErrorSpec> = [ParamOf<S>] extends [never]
  ? (params?: Record<string, never>, at?: At) => Refusal
  : (params: { readonly [P in ParamOf<S>]: string | number }, at?: At) => Refusal

/** The texts a namespace of errors needs, one for each reason: `satisfies ErrorTexts<typeof budgetErrors>`. */
export type ErrorTexts<E> = { readonly [K in keyof E]: string }

/**
 * Declares the errors of one namespace. Each becomes a function that makes the refusal, so a reason that
 * does not exist, or one that lacks a parameter, does not compile: `defineErrors('pool', { closed: ['pool'], missing: { status: 404 } })`.
 */
export function defineErrors<const T extends Record<string, ErrorSpec>>(
  namespace: string,
  specs: T,
): { readonly [K in keyof T]: RefusalFactory<T[K]> } {
  const factories: Record<string, unknown> = {}
  for (const [reason, spec] of Object.entries(specs)) {
    const key = `${namespace}.${reason}`
    const status = 'status' in spec ? spec.status : 400
    factories[reason] = (params: ErrorParams = {}, at: At = {}): Refusal => ({
      key,
      status,
      params,
      ...(at.field === undefined ? {} : { field: at.field }),
      ...(at.row === undefined ? {} : { row: at.row }),
      ...(at.table === undefined ? {} : { table: at.table }),
    })
  }
  return factories as { readonly [K in keyof T]: RefusalFactory<T[K]> }
}

/** Thrown to refuse an action: carries every reason, and the first one decides the status. Nothing is written. */
export class Refused extends Error {
  readonly refusals: readonly Refusal[]

  constructor(refusals: Refusal | readonly Refusal[]) {
    const list = Array.isArray(refusals) ? (refusals as readonly Refusal[]) : [refusals as Refusal]
    super(list.map((refusal) => refusal.key).join(', '))
    this.name = 'Refused'
    this.refusals = list
  }

  get first(): Refusal {
    const first = this.refusals[0]
    if (!first) throw new Error('a refusal without a reason')
    return first
  }
}

/** Narrows away null and undefined, refusing otherwise. */
export function required<T>(value: T | null | undefined, refusal: Refusal): T {
  if (value === null || value === undefined) throw new Refused(refusal)
  return value
}
