import { may } from '#kernel/platform/access/principal.ts'
import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import type { MenuEntry } from '#kernel/platform/access/area.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { conflictsOf, type Conflict } from '../duties/segregation-rules.rules.ts'
import type { ConflictView, SegregationRule, Named, PersonChange, PermissionDryRun } from '../permission-wire.ts'
import { byPlace, EVERYTHING, type PersonRightChanges, performDryRun, type Standings } from './dry-run.rules.ts'
import type { Directory } from '../people/directory.server.ts'

/** Number of people listed; the total is shown beside them. */
const SHOWN = 200

export interface PlannedAccess {
  readonly before: Standings
  readonly after: Standings
  readonly people: ReadonlyMap<string, string>
  readonly segregationRules: readonly SegregationRule[]
}

export function rightName(language: Language, code: string): Named {
  return { code, name: knownPermissions().rights[code]?.[language] ?? code }
}

/** The effect of a change of roles or access: by person, by place, and the segregation rules it violates. */
export function dryRunOf(language: Language, directory: Directory, planned: PlannedAccess): PermissionDryRun {
  const { before, after, people: names, segregationRules } = planned
  const changed = performDryRun(before, after, directory.parents)
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
    conflicts: conflictViews(language, directory, planned, segregationRules).map((view) => ({
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

/** Pages in the side bar; a person without rights has none. */
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

const keyOf = ({ segregationRule, person, place }: Conflict) => `${segregationRule} ${person} ${place}`

function conflictViews(
  language: Language,
  directory: Directory,
  { before, after }: PlannedAccess,
  segregationRules: readonly SegregationRule[],
): readonly ConflictView[] {
  const old = new Set(conflictsOf(before, segregationRules, directory.parents).map(keyOf))
  return conflictsOf(after, segregationRules, directory.parents).map((conflict) =>
    conflictView(language, directory, segregationRules, conflict, !old.has(keyOf(conflict))),
  )
}

export function conflictView(
  language: Language,
  directory: Directory,
  segregationRules: readonly SegregationRule[],
  conflict: Conflict,
  isNew: boolean,
): ConflictView {
  const segregationRule = segregationRules.find(({ code }) => code === conflict.segregationRule)
  return {
    segregationRule: {
      code: conflict.segregationRule,
      name: (language === 'zh' ? segregationRule?.nameZh : segregationRule?.nameEn) ?? conflict.segregationRule,
    },
    effect: segregationRule?.effect ?? 'flag',
    account: conflict.person,
    name: conflict.person,
    place: directory.placeOf(conflict.place),
    first: conflict.first.map((code) => rightName(language, code)),
    second: conflict.second.map((code) => rightName(language, code)),
    roles: conflict.roles.map((code) => directory.roleOf(code)),
    isNew,
  }
}

/** Refusing rules prevent publishing only if the change itself causes the violation. */
export function refusedConflicts(
  directory: Directory,
  { before, after, segregationRules }: PlannedAccess,
): readonly Conflict[] {
  const refused = segregationRules.filter(({ effect }) => effect === 'refuse')
  if (refused.length === 0) return []
  const old = new Set(conflictsOf(before, refused, directory.parents).map(keyOf))
  return conflictsOf(after, refused, directory.parents).filter((conflict) => !old.has(keyOf(conflict)))
}
