import type { Language } from '#kernel/base/i18n/language.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { PlaceKind } from '../place-kinds.ts'
import type { AccessGrant, Named } from '../permission-wire.ts'
import type { Parents } from './places.ts'
import { EVERYTHING, type RoleHolding } from '../dry-run/dry-run.rules.ts'
import {
  type HoldingRow,
  type NamedRow,
  type OrganisationRow,
  organisations,
  otherPlaces,
  type PlaceRow,
  roleNames,
  rolesWithRights,
} from './directory.queries.ts'

export const SUPER_ADMIN = 'superAdmin'

export interface AccessPlace extends Named {
  readonly kind: PlaceKind
  readonly organisations: readonly number[]
}

/** Where roles are held, and the organisations of each place. */
export interface Places {
  readonly places: readonly AccessPlace[]
  /** The organisations of a grant; none where the place does not exist. */
  organisationsOf(grant: Pick<AccessGrant, 'kind' | 'code'>): readonly number[]
}

/** Current places and roles, named in one language. */
export interface Directory extends Places {
  readonly parents: Parents
  readonly root: number
  readonly roles: readonly (Named & { readonly rights: readonly string[] })[]
  readonly rightsOf: ReadonlyMap<string, ReadonlySet<string>>
  placeOf(organisation: number): Named
  roleOf(code: string): Named
}

const named = (language: Language, row: NamedRow): Named => ({
  code: row.code,
  name: language === 'zh' ? row.name_zh : row.name_en,
})

function placesOf(language: Language, nodes: readonly OrganisationRow[], others: readonly PlaceRow[]): Places {
  const places: AccessPlace[] = [
    ...nodes.map((row): AccessPlace => ({ kind: 'organisation', ...named(language, row), organisations: [row.id] })),
    ...others.map((row): AccessPlace => ({
      kind: row.kind,
      ...named(language, row),
      organisations: row.organisation_ids,
    })),
  ]
  const byKey = new Map(places.map((place) => [`${place.kind} ${place.code}`, place]))
  return { places, organisationsOf: ({ kind, code }) => byKey.get(`${kind} ${code}`)?.organisations ?? [] }
}

/** Only names of places and roles: the rights of roles are thousands of rows more. */
export async function readNames(
  tx: Tx,
  language: Language,
): Promise<Places & { readonly roleNames: ReadonlyMap<string, string> }> {
  const [nodes, others, roles] = await Promise.all([
    tx.rows(organisations()),
    tx.rows(otherPlaces()),
    tx.rows(roleNames()),
  ])
  return {
    ...placesOf(language, nodes, others),
    roleNames: new Map(roles.map((row) => [row.code, named(language, row).name])),
  }
}

export async function readDirectory(tx: Tx, language: Language): Promise<Directory> {
  const [nodes, others, rows] = await Promise.all([
    tx.rows(organisations()),
    tx.rows(otherPlaces()),
    tx.rows(rolesWithRights()),
  ])
  const byId = new Map(nodes.map((row) => [row.id, named(language, row)]))
  const roles = rows.map((row) => ({ ...named(language, row), rights: row.rights }))
  const roleByCode = new Map(roles.map(({ code, name }) => [code, { code, name }]))
  return {
    ...placesOf(language, nodes, others),
    parents: new Map(nodes.map((row) => [row.id, row.parent_id])),
    root: nodes.find((row) => row.parent_id === null)?.id ?? 0,
    roles,
    rightsOf: new Map(
      rows.map(({ code, rights }) => [code, new Set(code === SUPER_ADMIN ? [EVERYTHING, ...rights] : rights)]),
    ),
    placeOf: (id) => byId.get(id) ?? { code: String(id), name: String(id) },
    roleOf: (code) => roleByCode.get(code) ?? { code, name: code },
  }
}

export const holdingOf = (row: HoldingRow): RoleHolding => ({
  person: row.account,
  role: row.role_code,
  organisation: row.organisation_id,
})

export function holdingsOf(
  directory: Directory,
  person: string,
  grants: readonly AccessGrant[],
): readonly RoleHolding[] {
  return grants.flatMap((grant) =>
    directory.organisationsOf(grant).map((organisation) => ({ person, role: grant.role, organisation })),
  )
}

export function namesOf(language: Language, rows: readonly HoldingRow[]): ReadonlyMap<string, string> {
  return new Map(rows.map((row) => [row.account, language === 'zh' ? row.name_zh : row.name_en]))
}
