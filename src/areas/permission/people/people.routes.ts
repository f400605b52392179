import Type from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListPlace, ListQuery } from '#kernel/engine/read-list/serving.ts'
import { permissionPage as en } from '../locale/page.en.ts'
import { permissionPage as zh } from '../locale/page.zh.ts'
import { accessOptions, accessRow, type AccessRow } from '../permission-wire.ts'
import { accessList } from './access.list.ts'
import { type Places, readDirectory, readNames } from './directory.server.ts'
import { peopleCount, peoplePage, scopeIds, superAdmins } from './people.server.ts'
import { rightsByArea } from '../roles/rights-by-area.server.ts'

const closed = { additionalProperties: false }

interface PeopleFilters {
  readonly keyword?: string
  readonly role?: string
}
type Query = ListQuery<PeopleFilters, undefined>

const filtersOf = ({ asked: { keyword, role }, principal }: Pick<Query, 'asked' | 'principal'>) =>
  [(keyword ?? '').trim(), role ?? '', scopeIds(principal.scope)] as const

async function peopleRows(tx: Tx, query: Query, { limit, offset }: ListPlace): Promise<AccessRow[]> {
  const { principal, language } = query
  const [known, rows] = await Promise.all([
    readNames(tx, language),
    tx.rows(peoplePage(...filtersOf(query), limit, offset)),
  ])
  return rows.map((row) => ({
    account: row.account,
    name: language === 'zh' ? row.name_zh : row.name_en,
    jobTitle: row.job_title,
    status: row.status,
    grants: row.grants
      .filter((grant) => isVisible(known, principal.scope, grant))
      .map((grant) => ({ role: known.roleNames.get(grant.role) ?? grant.role, place: placeName(known, grant) })),
    customers: row.customers,
    stores: row.stores,
    draftedAt: row.drafted_at?.toISOString() ?? null,
  }))
}

function isVisible(
  known: Places,
  scope: RequestContext['principal']['scope'],
  { kind, code }: { readonly kind: string; readonly code: string },
): boolean {
  const meant = known.organisationsOf({ kind: kind as 'organisation', code })
  return scope === 'all' || meant.some((id) => inScope(scope, id))
}

function placeName({ places }: Places, { kind, code }: { readonly kind: string; readonly code: string }): string {
  return places.find((place) => place.kind === kind && place.code === code)?.name ?? code
}

const people = serveList(accessList, {
  summaries: { page: 'Who holds which role where', count: 'How many people a list of access has' },
  filters: {
    keyword: Type.Optional(Type.String({ maxLength: 100 })),
    role: Type.Optional(Type.String({ maxLength: 100 })),
  },
  row: accessRow,
  pageTotal: Type.Null({ description: 'counted by a call of its own: all people are looked through for it' }),
  texts: { permissionPage: { en, zh } },
  read: peopleRows,
  total: async (tx, query: Query) => (await tx.first(peopleCount(...filtersOf(query))))?.total ?? 0,
  // Super administrators reach every place, so everybody who administers access sees them.
  beside: {
    fields: { superAdmins: Type.Array(Type.Object({ account: text, name: text })) },
    async read(tx, { language }) {
      const admins = await tx.rows(superAdmins())
      return { superAdmins: admins.map((row) => ({ account: row.account, name: row[`name_${language}`] })) }
    },
  },
})

const options = defineRoute({
  method: 'POST',
  path: '/aps/permission/access/options',
  right: 'permission.access.view',
  summary: 'Roles that can be given, and the places to give them at',
  mode: 'read',
  body: Type.Object({}, closed),
  data: accessOptions,
  async handler(tx, { language, principal }) {
    const directory = await readDirectory(tx, language)
    const { scope } = principal
    return {
      roles: directory.roles.map(({ code, name, rights }) => ({ code, name, rights })),
      subjects: {
        pages: knownPermissions()
          .menu.filter(({ url, isGroup }) => url !== '' && !isGroup)
          .map((entry) => ({ code: entry.url, name: language === 'zh' ? entry.name : entry.nameEn })),
        rights: rightsByArea(language).map(({ code, name }) => ({ code, name })),
      },
      places: directory.places
        .filter((place) => scope === 'all' || place.organisations.every((id) => inScope(scope, id)))
        .map(({ kind, code, name }) => ({ kind, code, name })),
    }
  },
})

export const peopleRoutes: readonly Route[] = [...people.routes, options]
export const peopleExports = people.exports
