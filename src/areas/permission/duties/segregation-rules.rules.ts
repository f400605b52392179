import type { SegregationRule } from '../permission-wire.ts'
import { type Parents, shared } from '../people/places.ts'
import { EVERYTHING, type Standings } from '../dry-run/dry-run.rules.ts'

/** A segregation rule whose two sides one person holds at a place. */
export interface Conflict {
  readonly segregationRule: string
  readonly person: string
  /** The highest place where both are held. */
  readonly place: number
  readonly first: readonly string[]
  readonly second: readonly string[]
  readonly roles: readonly string[]
}

const WRITTEN = /^[A-Za-z0-9*][A-Za-z0-9.*]*$/

export function isPattern(text: string): boolean {
  return text.length <= 100 && WRITTEN.test(text)
}

/** Whether a side's pattern matches a right: `*` stands for any letters, dots too. */
export function matches(pattern: string, right: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === right
  if (!right.startsWith(first)) return false
  let at = first.length
  const last = rest.pop() ?? ''
  for (const part of rest) {
    const found = right.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return right.length - last.length >= at && right.endsWith(last)
}

function heldOf(side: readonly string[], rights: ReadonlySet<string>): readonly string[] {
  return [...rights].filter((right) => side.some((pattern) => matches(pattern, right))).toSorted()
}

/** The segregation rules of which one role alone holds both sides: every holder violates them. */
export function conflictsOfRole(
  rights: ReadonlySet<string>,
  segregationRules: readonly SegregationRule[],
): readonly SegregationRule[] {
  return segregationRules.filter(({ first, second }) => isBoth(heldOf(first, rights), heldOf(second, rights)))
}

/** A single right that satisfies both sides is no violation. */
function isBoth(first: readonly string[], second: readonly string[]): boolean {
  return first.some((one) => second.some((other) => other !== one))
}

/**
 * People who hold both sides of a segregation rule at a place that both reach. Roles of different countries do not add
 * up. Super administrators hold everything and are listed separately.
 */
export function conflictsOf(
  { holdings, rightsOf }: Standings,
  segregationRules: readonly SegregationRule[],
  parents: Parents,
): readonly Conflict[] {
  const people = Map.groupBy(holdings, ({ person }) => person)
  const sides = sidesOfRoles(rightsOf, segregationRules)
  return [...people]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([person, own]) =>
      segregationRules.flatMap((segregationRule): Conflict[] => {
        const found = new Map<number, { first: Set<string>; second: Set<string>; roles: Set<string> }>()
        for (const one of own) {
          const first = sides.get(one.role)?.get(segregationRule.code)?.first ?? []
          if (first.length === 0) continue
          for (const other of own) {
            const second = sides.get(other.role)?.get(segregationRule.code)?.second ?? []
            const place = isBoth(first, second) ? shared(parents, one.organisation, other.organisation) : null
            if (place === null) continue
            const at = found.get(place) ?? { first: new Set(), second: new Set(), roles: new Set() }
            found.set(place, at)
            for (const right of first) at.first.add(right)
            for (const right of second) at.second.add(right)
            at.roles.add(one.role).add(other.role)
          }
        }
        const places = [...found.keys()]
        // A violation at a region includes its countries, and is listed once.
        const highest = places.filter(
          (place) => !places.some((other) => other !== place && shared(parents, other, place) === place),
        )
        return highest
          .toSorted((a, b) => a - b)
          .map((place) => {
            const { first, second, roles } = found.get(place)!
            return {
              segregationRule: segregationRule.code,
              person,
              place,
              first: [...first],
              second: [...second],
              roles: [...roles],
            }
          })
      }),
    )
}

interface Sides {
  readonly first: readonly string[]
  readonly second: readonly string[]
}

function sidesOfRoles(
  rightsOf: Standings['rightsOf'],
  segregationRules: readonly SegregationRule[],
): ReadonlyMap<string, ReadonlyMap<string, Sides>> {
  const roles = [...rightsOf].filter(([, rights]) => !rights.has(EVERYTHING))
  return new Map(
    roles.map(([role, rights]) => [
      role,
      new Map(
        segregationRules.map(({ code, first, second }) => [
          code,
          { first: heldOf(first, rights), second: heldOf(second, rights) },
        ]),
      ),
    ]),
  )
}
