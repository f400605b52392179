import { may } from '#kernel/access/principal.ts'
import { knownPermissions } from '#kernel/access/known-permissions.ts'
import type { MenuEntry } from '#kernel/access/area.ts'
import type { Language } from '#kernel/i18n/language.ts'
import { textAt } from '#kernel/i18n/texts.ts'
import { conflictsOf, type Conflict } from '../duties.rules.ts'
import type { ConflictView, Duty, Named, PersonChange, Rehearsal } from '../permission-wire.ts'
import { byPlace, EVERYTHING, type PersonRightChanges, rehearse, type Standings } from '../rehearsal.rules.ts'
import type { Directory } from './directory.ts'

/** As many people as a page lists; how many there are is said beside them. */
const SHOWN = 200

export interface Planned {
  readonly before: Standings
  readonly after: Standings
  readonly people: ReadonlyMap<string, string>
  readonly duties: readonly Duty[]
}

export function rightName(language: Language, code: string): Named {
  return { code, name: knownPermissions().rights[code]?.[language] ?? code }
}

/** What a change of roles or access comes to: by person, by place, and which duties it brings together. */
export function rehearsalOf(language: Language, directory: Directory, planned: Planned): Rehearsal {
  const { before, after, people: names, duties } = planned
  const changed = rehearse(before, after, directory.parents)
  const nameOf = (account: string) => names.get(account) ?? account
  return {
    total: changed.length,
    people: changed.slice(0, SHOWN).map((one) => personView(language, directory, nameOf(one.person), one)),
    places: byPlace(changed).map(({ place, gaining, losing, rightsGained, rightsLost }) => ({
      place: directory.placeOf(place),
      gaining: gaining.size,
      losing: losing.size,
      rightsGained: [...rightsGained].map((code) => rightView(language, code)),
      rightsLost: [...rightsLost].map((code) => rightView(language, code)),
    })),
    conflicts: conflictViews(language, directory, planned, duties).map((view) => ({
      ...view,
      name: nameOf(view.account),
    })),
  }
}

function rightView(language: Language, code: string): Named {
  if (code !== EVERYTHING) return rightName(language, code)
  return { code, name: textAt(language, 'permission.words.everything') }
}

function personView(
  language: Language,
  directory: Directory,
  name: string,
  { person, changes, rightsBefore, rightsAfter }: PersonRightChanges,
): PersonChange {
  const [old, now] = [pagesOf(rightsBefore), pagesOf(rightsAfter)]
  const entryName = (entry: MenuEntry): Named => ({
    code: entry.code,
    name: language === 'zh' ? entry.name : entry.nameEn,
  })
  return {
    account: person,
    name,
    changes: changes.map(({ kind, right, place, except }) => ({
      kind,
      right: rightView(language, right),
      place: directory.placeOf(place),
      except: except.map((id) => directory.placeOf(id)),
    })),
    pagesGained: now.filter((entry) => !old.includes(entry)).map(entryName),
    pagesLost: old.filter((entry) => !now.includes(entry)).map(entryName),
  }
}

/** Pages that stand in the side bar; who holds nothing has none. */
function pagesOf(rights: ReadonlySet<string>): readonly MenuEntry[] {
  if (rights.size === 0) return []
  const holder = { superAdmin: rights.has(EVERYTHING), rights }
  return knownPermissions().menu.filter(
    (entry) =>
      !entry.hidden &&
      entry.url !== '' &&
      entry.isGroup !== true &&
      (entry.rights.length === 0 || entry.rights.some((right) => may(holder, right))),
  )
}

const keyOf = ({ duty, person, place }: Conflict) => `${duty} ${person} ${place}`

function conflictViews(
  language: Language,
  directory: Directory,
  { before, after }: Planned,
  duties: readonly Duty[],
): readonly ConflictView[] {
  const old = new Set(conflictsOf(before, duties, directory.parents).map(keyOf))
  return conflictsOf(after, duties, directory.parents).map((conflict) =>
    conflictView(language, directory, duties, conflict, !old.has(keyOf(conflict))),
  )
}

export function conflictView(
  language: Language,
  directory: Directory,
  duties: readonly Duty[],
  conflict: Conflict,
  isNew: boolean,
): ConflictView {
  const duty = duties.find(({ code }) => code === conflict.duty)
  return {
    duty: { code: conflict.duty, name: (language === 'zh' ? duty?.nameZh : duty?.nameEn) ?? conflict.duty },
    effect: duty?.effect ?? 'flag',
    account: conflict.person,
    name: conflict.person,
    place: directory.placeOf(conflict.place),
    first: conflict.first.map((code) => rightName(language, code)),
    second: conflict.second.map((code) => rightName(language, code)),
    roles: conflict.roles.map((code) => directory.roleOf(code)),
    isNew,
  }
}

/** What a refused duty keeps from being published: only what the change itself brings together. */
export function refusedConflicts(directory: Directory, { before, after, duties }: Planned): readonly Conflict[] {
  const refused = duties.filter(({ effect }) => effect === 'refuse')
  if (refused.length === 0) return []
  const old = new Set(conflictsOf(before, refused, directory.parents).map(keyOf))
  return conflictsOf(after, refused, directory.parents).filter((conflict) => !old.has(keyOf(conflict)))
}
