import { inScope, type Principal } from '#kernel/platform/access/principal.ts'
import type { Action } from '#kernel/engine/definition/definition.ts'

// Decides which facts may be revealed about submitted content. For a stored document the reader's access was already checked.

/** The person who submits content: organisations and limits of the right that the call requires. */
export type FactReader = Pick<Principal, 'scope' | 'limits'>

/** The inputs of a condition besides a row. */
interface FactContent {
  readonly content: unknown
  /** Of an act: it may name rows too. */
  readonly input?: unknown
}

/**
 * The people who may know the rows of a fact. The kernel withholds other rows before the fact is read, so that a rule, a computed
 * value or a limit sees the same as where nothing exists.
 */
export type Sight<Name extends string = string> =
  /** Each row has an owner: only rows that the reader may see are read. */
  | { readonly row: (row: never, reader: FactReader) => boolean }
  /** The rows add to what other facts of the document found: they are withheld where the reader sees none of that. */
  | { readonly accompanies: Name | readonly Name[]; readonly by?: Match }
  /** The statement itself returns only what the reader may see. */
  | { readonly within: 'statement' }
  /** The rows belong to nobody in particular; the text says why everybody may know them. */
  | { readonly everybodys: string }

/** For a fact about several things: each row is visible where the reader sees the thing that it belongs to. */
interface Match {
  /** Keys of everything a row belongs to; without keys it belongs to nothing that the reader could fail to see. */
  readonly own: (row: never, asked: never) => string | readonly string[]
  /** Keys of what a row of the named facts stands for. */
  readonly theirs: (row: never) => string | readonly string[]
}

/** All conditions must hold. `stored`: the fact is read only for actions on a stored document. */
export type FactSight<Name extends string = string> = 'stored' | Sight<Name> | readonly Sight<Name>[]

/** A row whose `scope_id` or `scopeId` names its organisation. */
export const ofOrganisation = {
  row: (row: { readonly scope_id: number } | { readonly scopeId: number }, { scope }: FactReader): boolean =>
    inScope(scope, 'scope_id' in row ? row.scope_id : row.scopeId),
} as const

interface SeenFact {
  readonly sight: FactSight
  readonly actions: readonly string[]
}

const conditionsOf = (sight: FactSight): readonly Sight[] =>
  sight === 'stored' ? [] : Array.isArray(sight) ? (sight as readonly Sight[]) : [sight as Sight]

const namesIn = (sight: Sight): readonly string[] => ('accompanies' in sight ? [sight.accompanies].flat() : [])

/** Rows of each fact by name, without those that the person who submitted the content may not see. */
export function rowsSeen(
  facts: Readonly<Record<string, SeenFact>>,
  rowsOf: (name: string) => readonly unknown[],
  asked: FactContent & { readonly principal: FactReader },
): (name: string) => readonly unknown[] {
  if (asked.content === null && !asked.input) return rowsOf
  const seen = new Map<string, readonly unknown[]>()
  const find = (name: string): readonly unknown[] => {
    const known = seen.get(name)
    if (known) return known
    const rows = conditionsOf(facts[name]!.sight).reduce((left, sight) => withhold(sight, left), rowsOf(name))
    seen.set(name, rows)
    return rows
  }
  const withhold = (sight: Sight, rows: readonly unknown[]): readonly unknown[] => {
    if (rows.length === 0) return rows
    if ('row' in sight) return rows.filter((row) => sight.row(row as never, asked.principal))
    if (!('accompanies' in sight)) return rows
    const named = namesIn(sight).map(find)
    if (!sight.by) return named.every((of) => of.length > 0) ? rows : []
    const { own, theirs } = sight.by
    const keys = new Set(named.flatMap((of) => of.flatMap((row) => theirs(row as never))))
    return rows.filter((row) => [own(row as never, asked as never)].flat().every((key) => keys.has(key)))
  }
  return find
}

/**
 * Checks the declarations of sight: a fact that accompanies another needs it in each action that brings content, and a
 * fact of stored documents may not be read for such an action.
 */
export function sightFaults(
  facts: Readonly<Record<string, SeenFact>>,
  actions: Readonly<Record<string, Pick<Action, 'content'>>>,
): readonly string[] {
  const withContent = ({ actions: of }: SeenFact) => of.filter((name) => actions[name]?.content !== undefined)
  const isLoop = (name: string, path: readonly string[] = []): boolean =>
    path.includes(name) ||
    conditionsOf(facts[name]?.sight ?? 'stored').some((sight) =>
      namesIn(sight).some((other) => isLoop(other, [...path, name])),
    )
  return Object.entries(facts).flatMap(([name, fact]) => {
    const { sight } = fact as { readonly sight?: FactSight }
    if (sight === undefined) return [`${name} does not say who may know it`]
    if (sight === 'stored')
      return withContent(fact).map((action) => `${name} is of stored documents, yet read for ${action}`)
    if (isLoop(name)) return [`${name} accompanies itself`]
    const conditions = conditionsOf(sight)
    if (conditions.length === 0) return [`${name} does not say who may know it`]
    return conditions.flatMap(namesIn).flatMap((other) => {
      const named = facts[other]
      if (!named) return [`${name} accompanies ${other}, which is no fact`]
      const missing = withContent(fact).filter((action) => !named.actions.includes(action))
      return missing.map((action) => `${name} accompanies ${other}, which is not read for ${action}`)
    })
  })
}
