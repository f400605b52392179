import type { Language } from '#kernel/i18n/language.ts'
import type { Tx } from '#kernel/db/tx.ts'
import type { Grant, Named, PlaceKind } from '../permission-wire.ts'
import type { Parents } from '../places.ts'
import { EVERYTHING, type Holding } from '../rehearsal.rules.ts'
import { type HoldingRow, type NamedRow, organisations, otherPlaces, rolesWithRights } from './directory.queries.ts'

export const SUPER_ADMIN = 'superAdmin'

export interface Place extends Named {
  readonly kind: PlaceKind
  readonly organisations: readonly number[]
}

/** Places and roles as of now, named in one language. */
export interface Directory {
  readonly parents: Parents
  readonly root: number
  readonly places: readonly Place[]
  readonly roles: readonly (Named & { readonly rights: readonly string[] })[]
  readonly rightsOf: ReadonlyMap<string, ReadonlySet<string>>
  placeOf(organisation: number): Named
  roleOf(code: string): Named
  /** The organisations that a grant comes to; none where there is no such place. */
  organisationsOf(grant: Pick<Grant, 'kind' | 'code'>): readonly number[]
}

const named = (language: Language, row: NamedRow): Named => ({
  code: row.code,
  name: language === 'zh' ? row.name_zh : row.name_en,
})

export async function readDirectory(tx: Tx, language: Language): Promise<Directory> {
  const nodes = await tx.rows(organisations())
  const others = await tx.rows(otherPlaces())
  const rows = await tx.rows(rolesWithRights())
  const byId = new Map(nodes.map((row) => [row.id, named(language, row)]))
  const places: Place[] = [
    ...nodes.map((row): Place => ({ kind: 'organisation', ...named(language, row), organisations: [row.id] })),
    ...others.map((row): Place => ({ kind: row.kind, ...named(language, row), organisations: row.organisation_ids })),
  ]
  const byKey = new Map(places.map((place) => [`${place.kind} ${place.code}`, place]))
  const roles = rows.map((row) => ({ ...named(language, row), rights: row.rights }))
  const roleNames = new Map(roles.map(({ code, name }) => [code, { code, name }]))
  return {
    parents: new Map(nodes.map((row) => [row.id, row.parent_id])),
    root: nodes.find((row) => row.parent_id === null)?.id ?? 0,
    places,
    roles,
    rightsOf: new Map(
      rows.map(({ code, rights }) => [code, new Set(code === SUPER_ADMIN ? [EVERYTHING, ...rights] : rights)]),
    ),
    placeOf: (id) => byId.get(id) ?? { code: String(id), name: String(id) },
    roleOf: (code) => roleNames.get(code) ?? { code, name: code },
    organisationsOf: ({ kind, code }) => byKey.get(`${kind} ${code}`)?.organisations ?? [],
  }
}

export const holdingOf = (row: HoldingRow): Holding => ({
  person: row.account,
  role: row.role_code,
  organisation: row.organisation_id,
})

export function holdingsOf(directory: Directory, person: string, grants: readonly Grant[]): readonly Holding[] {
  return grants.flatMap((grant) =>
    directory.organisationsOf(grant).map((organisation) => ({ person, role: grant.role, organisation })),
  )
}

export function namesOf(language: Language, rows: readonly HoldingRow[]): ReadonlyMap<string, string> {
  return new Map(rows.map((row) => [row.account, language === 'zh' ? row.name_zh : row.name_en]))
}
