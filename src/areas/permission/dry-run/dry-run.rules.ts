import { covers, type Parents, topmost } from '../people/places.ts'

/** A role as a person holds it, at one organisation and everything below it. */
export interface RoleHolding {
  readonly person: string
  readonly role: string
  readonly organisation: number
}

export interface Standings {
  readonly holdings: readonly RoleHolding[]
  readonly rightsOf: ReadonlyMap<string, ReadonlySet<string>>
}

export interface RightChange {
  readonly kind: 'gains' | 'loses'
  readonly right: string
  readonly place: number
  /** Places within it that had it before, or keep it. */
  readonly except: readonly number[]
}

export interface PersonRightChanges {
  readonly person: string
  readonly changes: readonly RightChange[]
  /** All rights held anywhere, which open pages. */
  readonly rightsBefore: ReadonlySet<string>
  readonly rightsAfter: ReadonlySet<string>
}

/** Stands for every right. */
export const EVERYTHING = '*'

/** The gains and losses of each person by place, sorted by person; people without changes are left out. */
export function performDryRun(before: Standings, after: Standings, parents: Parents): readonly PersonRightChanges[] {
  const [was, is] = [placesOfRights(before), placesOfRights(after)]
  const people = [...new Set([...was.keys(), ...is.keys()])].toSorted()
  return people.flatMap((person): PersonRightChanges[] => {
    const none = new Map<string, Set<number>>()
    const [old, now] = [was.get(person) ?? none, is.get(person) ?? none]
    const rights = [...new Set([...old.keys(), ...now.keys()])].toSorted()
    const changes = rights.flatMap((right) =>
      changesOf(right, topmost(parents, reaching(old, right)), topmost(parents, reaching(now, right)), parents),
    )
    if (changes.length === 0) return []
    return [{ person, changes, rightsBefore: new Set(old.keys()), rightsAfter: new Set(now.keys()) }]
  })
}

/** A person who may do everything needs no single right. */
function reaching(held: ReadonlyMap<string, ReadonlySet<number>>, right: string): Iterable<number> {
  return [...(held.get(right) ?? []), ...(right === EVERYTHING ? [] : (held.get(EVERYTHING) ?? []))]
}

function changesOf(right: string, old: readonly number[], now: readonly number[], parents: Parents): RightChange[] {
  const within = (place: number, others: readonly number[]) =>
    others.filter((other) => other !== place && covers(parents, place, other))
  const covered = (place: number, by: readonly number[]) => by.some((upper) => covers(parents, upper, place))
  return [
    ...now
      .filter((place) => !covered(place, old))
      .map((place): RightChange => ({ kind: 'gains', right, place, except: within(place, old) })),
    ...old
      .filter((place) => !covered(place, now))
      .map((place): RightChange => ({ kind: 'loses', right, place, except: within(place, now) })),
  ]
}

/** Person, right, organisations where it is held. */
function placesOfRights({ holdings, rightsOf }: Standings): Map<string, Map<string, Set<number>>> {
  const people = new Map<string, Map<string, Set<number>>>()
  for (const { person, role, organisation } of holdings) {
    const held = people.get(person) ?? new Map<string, Set<number>>()
    people.set(person, held)
    for (const right of rightsOf.get(role) ?? []) {
      const places = held.get(right) ?? new Set<number>()
      held.set(right, places.add(organisation))
    }
  }
  return people
}

export interface PlaceRightChanges {
  readonly place: number
  readonly gaining: ReadonlySet<string>
  readonly losing: ReadonlySet<string>
  readonly rightsGained: ReadonlySet<string>
  readonly rightsLost: ReadonlySet<string>
}

/** The same by place: the number of people, and the rights. */
export function byPlace(people: readonly PersonRightChanges[]): readonly PlaceRightChanges[] {
  const places = new Map<number, Record<'gaining' | 'losing' | 'rightsGained' | 'rightsLost', Set<string>>>()
  for (const { person, changes } of people) {
    for (const { kind, right, place } of changes) {
      const at = places.get(place) ?? {
        gaining: new Set(),
        losing: new Set(),
        rightsGained: new Set(),
        rightsLost: new Set(),
      }
      places.set(place, at)
      at[kind === 'gains' ? 'gaining' : 'losing'].add(person)
      at[kind === 'gains' ? 'rightsGained' : 'rightsLost'].add(right)
    }
  }
  return [...places].toSorted(([a], [b]) => a - b).map(([place, sets]) => ({ place, ...sets }))
}
