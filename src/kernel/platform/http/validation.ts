import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ServerTexts } from '#kernel/base/i18n/locale/server.en.ts'

export type SchemaReason = keyof ServerTexts['schema']

/** One place of the input that violates the route's schema. */
export interface SchemaIssue {
  readonly field: string
  /** Zero-based line where the field belongs to a list. */
  readonly row?: number
  readonly reason: SchemaReason
  /** The smallest or largest allowed value. */
  readonly limit?: number
}

/** The input violates the schema; the texts are chosen where the language is known. */
export class SchemaFailure extends Error {
  readonly issues: readonly SchemaIssue[]

  constructor(issues: readonly SchemaIssue[]) {
    super(issues.map((issue) => `${issue.field}: ${issue.reason}`).join(', '))
    this.name = 'SchemaFailure'
    this.issues = issues
  }
}

/** The most characters of an unknown key that the refusal repeats. */
const SHOWN_KEY = 60

/** More issues do not help the reader and let a hostile body cause a large answer. */
const ISSUE_LIMIT = 20

export type Validate = (value: unknown) => { value: unknown } | { error: SchemaFailure }

/**
 * Compiled for each route at its first call (as in serializer.ts). Bodies are not coerced, so an amount sent as a
 * number is refused. Query and path are texts and are coerced to the declared types.
 */
export function validatorOf(schema: TSchema, part: string | undefined): Validate {
  let validator: ReturnType<typeof Compile> | undefined
  const isText = part !== 'body'
  let known: ReturnType<typeof knownKeys> | undefined
  return (input) => {
    known ??= knownKeys(schema)
    const unknown = isText ? null : firstUnknown(known, input)
    if (unknown !== null) return { error: new SchemaFailure([{ field: unknown, reason: 'unknown' }]) }
    const compiled = (validator ??= Compile(schema))
    const value = isText ? compiled.Convert({ ...(input as object) }) : input
    if (compiled.Check(value)) return { value }
    return { error: new SchemaFailure(issuesOf(compiled.Errors(value))) }
  }
}

/** The keys that a schema accepts, where it accepts no others. */
function knownKeys(schema: TSchema): ReadonlySet<string> | null {
  const { additionalProperties, properties } = schema as {
    readonly additionalProperties?: unknown
    readonly properties?: object
  }
  return additionalProperties === false && properties ? new Set(Object.keys(properties)) : null
}

/** One unknown key is enough to refuse: listing a thousand would cost more than parsing the body. */
function firstUnknown(known: ReadonlySet<string> | null, input: unknown): string | null {
  if (known === null || typeof input !== 'object' || input === null || Array.isArray(input)) return null
  for (const key in input) if (!known.has(key)) return key.slice(0, SHOWN_KEY)
  return null
}

interface RawIssue {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
}

function issuesOf(errors: readonly RawIssue[]): readonly SchemaIssue[] {
  const issues = new Map<string, SchemaIssue>()
  for (const error of errors) {
    const missing =
      error.keyword === 'required' ? (error.params as { requiredProperties: string[] }).requiredProperties : ['']
    for (const name of missing) {
      const issue = { ...issueAt(`${error.instancePath}${name && `/${name}`}`, reasonOf(error)), ...limitOf(error) }
      const place = `${issue.row ?? ''}/${issue.field}`
      // The first issue of a place is the clearest; issues of a union's branches follow it.
      if (!issues.has(place) && issues.size < ISSUE_LIMIT) issues.set(place, issue)
    }
  }
  return [...issues.values()]
}

function issueAt(path: string, reason: SchemaReason): SchemaIssue {
  const parts = path.split('/').slice(1)
  const rowAt = parts.findIndex((part) => /^\d+$/.test(part))
  if (rowAt < 0) return { field: parts.join('.') || 'body', reason }
  const field = parts.slice(rowAt + 1).join('.') || parts.slice(0, rowAt).join('.')
  return { field, row: Number(parts[rowAt]), reason }
}

function reasonOf(error: RawIssue): SchemaReason {
  switch (error.keyword) {
    case 'required':
      return 'required'
    case 'type':
      return typeReason((error.params as { type: string | string[] }).type)
    case 'enum':
    case 'const':
      return 'option'
    case 'anyOf':
    case 'oneOf':
      return 'form'
    case 'minimum':
      return 'atLeast'
    case 'maximum':
      return 'atMost'
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
      return 'tooSmall'
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
      return 'tooLarge'
    case 'additionalProperties':
      return 'unknown'
    default:
      return 'form'
  }
}

/** The limit of `minimum` and `maximum`, which is inclusive. */
function limitOf({ keyword, params }: RawIssue): Pick<SchemaIssue, 'limit'> {
  if (keyword !== 'minimum' && keyword !== 'maximum') return {}
  return { limit: (params as { limit: number }).limit }
}

const TYPE_REASONS: Readonly<Record<string, SchemaReason>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  array: 'list',
}

function typeReason(type: string | readonly string[]): SchemaReason {
  const first = typeof type === 'string' ? type : type[0]
  return TYPE_REASONS[first ?? ''] ?? 'form'
}
