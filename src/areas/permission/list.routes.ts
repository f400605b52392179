import Type from 'typebox'
import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { draftsOfKind } from '#kernel/engine/setting/setting.queries.ts'
import { conflictsOf, matches } from './duties/segregation-rules.rules.ts'
import {
  type ConflictView,
  conflictView as conflictSchema,
  matrix,
  menuRow,
  rightsCatalogue,
  roleRow,
} from './permission-wire.ts'
import { holdingOf, namesOf, readDirectory } from './people/directory.server.ts'
import { heldByHoldersOfAny } from './people/directory.queries.ts'
import { peopleRoutes } from './people/people.routes.ts'
import { scopeIds } from './people/people.server.ts'
import { conflictView } from './dry-run/dry-run.server.ts'
import { rightsByArea } from './roles/rights-by-area.server.ts'
import { segregationRulesInForce } from './roles/role.setting.ts'

const closed = { additionalProperties: false }

const holdersOfRoles = prepared<{ readonly role_code: string; readonly people: number }>(
  'permission.holders-of-roles',
  `select r.role_code, count(distinct r.user_id)::int as people from user_role r join app_user u on u.id = r.user_id
   where u.status = 'active' and ($1::int[] is null or r.organisation_id = any ($1)) group by r.role_code`,
)

/** With the number of holders that the reader may see. */
export async function roleRows(tx: Tx, { principal, language }: Pick<RequestContext, 'principal' | 'language'>) {
  const directory = await readDirectory(tx, language)
  const holders = new Map(
    (await tx.rows(holdersOfRoles(scopeIds(principal.scope)))).map((row) => [row.role_code, row.people]),
  )
  const drafts = new Map((await tx.rows(draftsOfKind('role'))).map((row) => [row.key, row]))
  const made = [...drafts.keys()].filter((code) => !directory.roles.some((role) => role.code === code))
  const begun = made.map((code) => ({ code, name: code, rights: [] as readonly string[] }))
  return [...directory.roles, ...begun].map(({ code, name, rights }) => {
    const draft = drafts.get(code)
    return {
      code,
      name,
      rights: rights.length,
      people: holders.get(code) ?? 0,
      draftBy: draft ? draft.editor[language] : null,
      draftAt: draft ? draft.edited_at.toISOString() : null,
    }
  })
}

const roles = defineRoute({
  method: 'POST',
  path: '/aps/permission/role/list',
  right: 'permission.role.view',
  summary: 'All roles with how many people hold them and what is being drafted',
  mode: 'read',
  body: Type.Object({}, closed),
  data: Type.Array(roleRow),
  handler: (tx, context) => roleRows(tx, context),
})

const catalogue = defineRoute({
  method: 'POST',
  path: '/aps/permission/role/catalogue',
  right: 'permission.role.view',
  summary: 'Every right there is, and the pages and buttons that follow from them',
  mode: 'read',
  body: Type.Object({}, closed),
  data: rightsCatalogue,
  async handler(_tx, { language, principal }) {
    return {
      rights: rightsByArea(language),
      pages: knownPermissions()
        .menu.filter(({ url, isGroup }) => url !== '' && !isGroup)
        .map((entry) => ({
          code: entry.code,
          name: language === 'zh' ? entry.name : entry.nameEn,
          rights: entry.rights,
          buttons: entry.buttons,
          hidden: entry.hidden,
        })),
      own: principal.roles,
    }
  },
})

export async function matrixOf(tx: Tx, language: Language) {
  const directory = await readDirectory(tx, language)
  return {
    roles: directory.roles.map(({ code, name }) => ({ code, name })),
    rights: rightsByArea(language).map((right) => ({
      ...right,
      roles: directory.roles
        .filter(({ code, rights }) => code === 'superAdmin' || rights.includes(right.code))
        .map(({ code }) => code),
    })),
  }
}

const matrixRoute = defineRoute({
  method: 'POST',
  path: '/aps/permission/matrix',
  right: 'permission.role.view',
  summary: 'Which role holds which right',
  mode: 'read',
  body: Type.Object({}, closed),
  data: matrix,
  handler: (tx, { language }) => matrixOf(tx, language),
})

/** Everybody who violates a segregation rule where the caller may see it. */
export async function segregationRuleHolders(
  tx: Tx,
  { principal, language }: Pick<RequestContext, 'principal' | 'language'>,
): Promise<readonly ConflictView[]> {
  const segregationRules = await segregationRulesInForce(tx)
  const directory = await readDirectory(tx, language)
  const sides = segregationRules.flatMap(({ first, second }) => [...first, ...second])
  const concerned = directory.roles
    .filter(({ rights }) => rights.some((right) => sides.some((pattern) => matches(pattern, right))))
    .map(({ code }) => code)
  const rows = await tx.rows(heldByHoldersOfAny(concerned))
  const names = namesOf(language, rows)
  const found = conflictsOf(
    { holdings: rows.map(holdingOf), rightsOf: directory.rightsOf },
    segregationRules,
    directory.parents,
  ).filter(({ place }) => inScope(principal.scope, place))
  return found.map((conflict) => ({
    ...conflictView(language, directory, segregationRules, conflict, false),
    name: names.get(conflict.person) ?? conflict.person,
  }))
}

const SHOWN = 500

const holders = defineRoute({
  method: 'POST',
  path: '/aps/permission/segregationRule/holders',
  right: 'permission.segregationRule.view',
  summary: 'Who holds both sides of a segregation rule, at which place and by which roles',
  mode: 'read',
  body: Type.Object({}, closed),
  data: Type.Object({
    total: Type.Integer(),
    records: Type.Array(conflictSchema),
  }),
  async handler(tx, context) {
    const found = await segregationRuleHolders(tx, context)
    return { total: found.length, records: found.slice(0, SHOWN) }
  },
})

const menus = defineRoute({
  method: 'POST',
  path: '/aps/permission/menu/catalogue',
  right: 'permission.menu.view',
  summary: 'The menu as it is delivered: what changes of it are compared with',
  mode: 'read',
  body: Type.Object({}, closed),
  data: Type.Array(menuRow),
  handler: async () =>
    knownPermissions().menu.map((entry) => ({
      ...entry,
      isGroup: entry.url === '' || entry.isGroup === true,
    })),
})

export const listRoutes: readonly Route[] = [roles, catalogue, matrixRoute, ...peopleRoutes, holders, menus]
