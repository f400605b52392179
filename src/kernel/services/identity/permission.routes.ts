import Type from 'typebox'
import { Refused } from '#kernel/base/errors/errors.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { dictionaryOf, inForce } from '#kernel/engine/setting/dictionary.ts'
import { accessErrors } from '#kernel/platform/access/access.errors.ts'
import { accessTexts } from '#kernel/platform/access/access-texts.ts'
import { sourceNow } from '#kernel/platform/access/menu-changes.ts'
import { permittedButtons, permittedMenus, type PermissionSource } from '#kernel/platform/access/permission.ts'
import { userData } from './session.routes.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'

const menuData = Type.Object({
  code: Type.String(),
  pcode: Type.String(),
  name: Type.String(),
  nameEn: Type.String(),
  icon: Type.String(),
  url: Type.String(),
  routingCache: Type.Boolean(),
  hidden: Type.Boolean(),
  sortIndex: Type.Integer(),
})

export interface PermissionRoutesOptions {
  readonly source: PermissionSource
}

/** The permission calls (spec sections 6 and 7): menus, buttons, dictionaries. */
export function permissionRoutes(options: PermissionRoutesOptions): readonly Route[] {
  const { source } = options
  return [initRoute(source), initializedRoute(source), dictionaryRoute(source)]
}

export function wireUser({ principal, now }: Pick<RequestContext, 'principal' | 'now'>) {
  return {
    id: String(principal.userId),
    userName: principal.name,
    userAccount: principal.account,
    timezone: principal.timezone,
    now: now.toISOString(),
    ...(principal.viewer ? { viewer: { userAccount: principal.viewer.account, userName: principal.viewer.name } } : {}),
  }
}

function initRoute(source: PermissionSource): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/v1/admin/init',
    right: { signedIn: 'It says what the caller may do, which may be nothing' },
    summary: 'Permitted menus, or the permitted buttons of one page',
    mode: 'read',
    query: Type.Object({
      reload: Type.Optional(Type.String({ maxLength: 10 })),
      type: Type.Optional(Type.Union([Type.Literal('menu'), Type.Literal('button')])),
      code: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    data: Type.Object({
      menus: Type.Array(menuData),
      buttons: Type.Array(Type.Object({ code: Type.String() })),
      superAdmin: Type.Boolean(),
      user: userData,
    }),
    async handler(tx, context, { query }) {
      const { principal } = context
      const isButtons = query.type === 'button'
      const current = await sourceNow(tx, source)
      return {
        menus: isButtons ? [] : permittedMenus(current, principal),
        buttons: isButtons ? permittedButtons(current, principal, query.code ?? '') : [],
        superAdmin: principal.superAdmin,
        user: wireUser(context),
      }
    },
  })
}

function initializedRoute(source: PermissionSource): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/v1/admin/permission/upm/initialized',
    right: { signedIn: 'Its message is for those without any permission too' },
    summary: 'Whether the permissions of the caller are set up, and what to tell him',
    mode: 'read',
    data: Type.Object({ initialized: Type.Boolean(), msg: Type.String() }),
    async handler(tx, context) {
      const texts = accessTexts(context.language)
      const isEmpty = permittedMenus(await sourceNow(tx, source), context.principal).length === 0
      return { initialized: true, msg: isEmpty ? texts.noMenu : texts.initialized }
    },
  })
}

function dictionaryRoute(source: PermissionSource): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/v1/admin/enum/child/:code',
    right: { signedIn: 'Dictionaries are the words of the pages, not data' },
    summary: 'A dictionary in the language of the caller',
    mode: 'read',
    params: Type.Object({ code: Type.String({ maxLength: 100 }) }),
    data: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
    async handler(_tx, context, { params }) {
      const plain = source.dictionaries.get(params.code)
      if (plain && 'codes' in plain)
        return plain.codes.map((code) => ({ code, name: textAt(context.language, `${plain.texts}.${code}`) }))
      const name = plain?.sameAs ?? params.code
      const dictionary = dictionaryOf(name)?.entries
      if (!dictionary) throw new Refused(accessErrors.noSuchDictionary())
      return inForce(name, dictionary).map((entry) => ({ code: entry.code, name: entry.name[context.language] }))
    },
  })
}
