import Type from 'typebox'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { accessErrors } from '#kernel/platform/access/access.errors.ts'
import { wireUser } from './permission.routes.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { userData } from './session.routes.ts'

interface NamedRow {
  readonly name_zh: string
  readonly name_en: string
}

const rolesByCode = prepared<NamedRow & { code: string }>(
  'roles by code',
  'select code, name_zh, name_en from role where code = any($1) order by code',
)

const activeUser = prepared<NamedRow>(
  'active user by account',
  `select name_zh, name_en from app_user where account = $1 and status = 'active'`,
)

const rolesData = Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))

function named(row: NamedRow, context: RequestContext): string {
  return context.language === 'zh' ? row.name_zh : row.name_en
}

async function rolesOf(tx: Tx, context: RequestContext): Promise<{ id: string; name: string }[]> {
  const rows = await tx.rows(rolesByCode(context.principal.roles))
  return rows.map((row) => ({ id: row.code, name: named(row, context) }))
}

const current = defineRoute({
  method: 'GET',
  path: '/api/v1/admin/user/current',
  right: { signedIn: 'Everyone may know who he is' },
  summary: 'Who is signed in',
  mode: 'read',
  data: userData,
  handler: async (_tx, context) => wireUser(context),
})

const withRoles = defineRoute({
  method: 'GET',
  path: '/api/v1/admin/user/upm',
  right: { signedIn: 'Everyone may know his own roles' },
  summary: 'Who is signed in, with his roles',
  mode: 'read',
  data: Type.Object({
    id: Type.String(),
    userName: Type.String(),
    userAccount: Type.String(),
    timezone: Type.String(),
    superAdmin: Type.Boolean(),
    roles: rolesData,
  }),
  async handler(tx, context) {
    const { principal } = context
    return { ...wireUser(context), superAdmin: principal.superAdmin, roles: await rolesOf(tx, context) }
  },
})

const info = defineRoute({
  method: 'GET',
  path: '/api/v1/admin/user/info',
  right: { signedIn: 'Everyone may see the dialog about himself' },
  summary: 'The dialog behind the user name: account, name, roles',
  mode: 'read',
  data: Type.Object({
    userInfo: Type.Object({ userAccount: Type.String(), userName: Type.String() }),
    adminRoleVOList: rolesData,
  }),
  async handler(tx, context) {
    const { userName, userAccount } = wireUser(context)
    return { userInfo: { userAccount, userName }, adminRoleVOList: await rolesOf(tx, context) }
  },
})

/** Searching people is for those who work with approvals; an account without a role sees nobody. */
const byAccount = defineRoute({
  method: 'POST',
  path: '/api/v1/admin/user/query-by-account',
  right: 'approval.task.view',
  summary: 'The name of an account',
  mode: 'read',
  body: Type.Object({ userAccount: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])) }),
  data: Type.Object({ userName: Type.String() }),
  async handler(tx, context, { body }) {
    const account = (body.userAccount ?? '').trim()
    if (account === '') throw new Refused(accessErrors.accountMissing({}, { field: 'userAccount' }))
    const user = required(await tx.first(activeUser(account)), accessErrors.noSuchPerson({}, { field: 'userAccount' }))
    return { userName: named(user, context) }
  },
})

export const userRoutes: readonly Route[] = [current, withRoles, info, byAccount]
