import Type from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { type Places, readDirectory, readNames } from './directory.server.ts'
import { peopleCount, peoplePage, scopeIds, superAdmins } from './people.server.ts'
import { rightsByArea } from '../roles/rights-by-area.server.ts'

const closed = { additionalProperties: false }
const named = Type.Object({ code: Type.String(), name: Type.String() })
const nullableText = Type.Union([text, Type.Null()])

export interface PeopleFilters {
  readonly keyword?: string | undefined
  readonly role?: string | undefined
}

export async function peopleRows(
  tx: Tx,
  { principal, language }: Pick<RequestContext, 'principal' | 'language'>,
  { keyword, role }: PeopleFilters,
  limit: number,
  offset: number,
) {
  const filters = [(keyword ?? '').trim(), role ?? '', scopeIds(principal.scope)] as const
  const [known, rows] = await Promise.all([readNames(tx, language), tx.rows(peoplePage(...filters, limit, offset))])
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

export const peopleFilters = {
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  role: Type.Optional(Type.String({ maxLength: 100 })),
}

const peopleTotal = defineRoute({
  method: 'POST',
  path: '/aps/permission/access/count',
  right: 'permission.access.view',
  summary: 'How many people a list of access has',
  mode: 'read',
  body: Type.Object(peopleFilters, closed),
  data: Type.Object({ recordTotal: Type.Integer(), capped: Type.Boolean() }),
  async handler(tx, { principal }, { body }) {
    const filters = [(body.keyword ?? '').trim(), body.role ?? '', scopeIds(principal.scope)] as const
    return { recordTotal: (await tx.first(peopleCount(...filters)))?.total ?? 0, capped: false }
  },
})

const people = defineRoute({
  method: 'POST',
  path: '/aps/permission/access/page',
  right: 'permission.access.view',
  summary: 'Who holds which role where',
  mode: 'read',
  body: Type.Object(
    {
      ...peopleFilters,
      sort: Type.Optional(Type.Array(text, { maxItems: 3 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    closed,
  ),
  data: Type.Object({
    records: Type.Array(
      Type.Object({
        account: text,
        name: text,
        jobTitle: text,
        status: text,
        grants: Type.Array(Type.Object({ role: text, place: text })),
        customers: Type.Integer(),
        stores: Type.Integer(),
        draftedAt: nullableText,
      }),
    ),
    recordTotal: Type.Null({ description: 'counted by a call of its own: all people are looked through for it' }),
    capped: Type.Boolean(),
    superAdmins: Type.Array(Type.Object({ account: text, name: text })),
  }),
  async handler(tx, context, { body }) {
    const limit = body.limit ?? 20
    const [records, admins] = await Promise.all([
      peopleRows(tx, context, body, limit, ((body.page ?? 1) - 1) * limit),
      // Super administrators reach every place, so everybody who administers access sees them.
      tx.rows(superAdmins()),
    ])
    const name = (row: { name_zh: string; name_en: string }) => (context.language === 'zh' ? row.name_zh : row.name_en)
    return {
      records,
      recordTotal: null,
      capped: false,
      superAdmins: admins.map((row) => ({ account: row.account, name: name(row) })),
    }
  },
})

const options = defineRoute({
  method: 'POST',
  path: '/aps/permission/access/options',
  right: 'permission.access.view',
  summary: 'Roles that can be given, and the places to give them at',
  mode: 'read',
  body: Type.Object({}, closed),
  data: Type.Object({
    roles: Type.Array(Type.Object({ code: text, name: text, rights: Type.Array(text) })),
    places: Type.Array(Type.Object({ kind: text, code: text, name: text })),
    subjects: Type.Object({ pages: Type.Array(named), rights: Type.Array(named) }),
  }),
  async handler(tx, { language, principal }) {
    const directory = await readDirectory(tx, language)
    const { scope } = principal
    return {
      roles: directory.roles.map(({ code, name, rights }) => ({ code, name, rights: [...rights] })),
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

export const peopleRoutes: readonly Route[] = [people, peopleTotal, options]
