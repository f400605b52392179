import Type from 'typebox'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { accessErrors } from '#kernel/platform/access/access.errors.ts'
import { localAddress, withTicket } from '#kernel/platform/access/local-address.ts'
import { sourceNow } from '#kernel/platform/access/menu-changes.ts'
import { pageOfLink, type PermissionSource } from '#kernel/platform/access/permission.ts'
import { issueShared, issueTicket, openShared } from '#kernel/platform/access/ticket.ts'

const address = Type.String({ minLength: 1, maxLength: 2000 })

export interface LinkRoutesOptions {
  readonly source: PermissionSource
  readonly publicUrl: string
  /** Deep link of the team chat with `{title}`, `{link}` and `{id}`; null where none is configured. */
  readonly chatShareUrl: string | null
}

/** Links to pages: for oneself, for others, and their targets (docs/decisions/012). */
export function linkRoutes(options: LinkRoutesOptions): readonly Route[] {
  return [makeLinkRoute(options), openLinkRoute, shareRoute(options), menuLinkRoute(options)]
}

/** An address of ours, as a path or in full; anything else is refused. */
function ownAddress(url: string, publicUrl: string): { readonly origin: string; readonly path: string } {
  const isFull = url.startsWith(`${publicUrl}/`)
  const path = required(
    localAddress(isFull ? url.slice(publicUrl.length) : url),
    accessErrors.linkNotLocal({}, { field: 'url' }),
  )
  return { origin: isFull ? publicUrl : '', path }
}

function makeLinkRoute({ publicUrl }: LinkRoutesOptions): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/v1/admin/permission/link',
    right: { signedIn: 'The link opens nothing that its maker, or who opens a shared one, may not open' },
    summary: 'A link for the team chat: one that signs its maker in once, or one to share, which signs nobody in',
    mode: 'write',
    answersOnce: true,
    fromLink: true,
    body: Type.Object({
      url: address,
      purpose: Type.Optional(Type.Union([Type.Literal('self'), Type.Literal('share')])),
    }),
    data: Type.Object({ url: Type.String() }),
    async handler(tx, { principal, now }, { body }) {
      const { origin, path } = ownAddress(body.url, publicUrl)
      const { userId } = principal
      if (body.purpose === 'share') {
        return { url: publicUrl + withTicket(path, await issueShared(tx, { userId, address: path }, now)) }
      }
      // A link that creates links would never end.
      if (principal.viaLink) throw new Refused(accessErrors.linkReadOnly())
      return { url: origin + withTicket(path, await issueTicket(tx, { kind: 'chat', userId, idToken: null }, now)) }
    },
  })
}

const openLinkRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/admin/permission/link/open',
  right: { signedIn: 'Whoever opens a shared link does so as himself, with his own rights' },
  summary: 'Open a shared link, once: the page it leads to',
  mode: 'write',
  answersOnce: true,
  fromLink: true,
  body: Type.Object({ ticket: Type.String({ maxLength: 200 }) }),
  data: Type.Object({ url: Type.String() }),
  async handler(tx, { principal, now }, { body }) {
    const url = await openShared(tx, body.ticket, principal.userId, now)
    return { url: required(url, accessErrors.linkUsed()) }
  },
})

function shareRoute({ chatShareUrl }: LinkRoutesOptions): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/v1/admin/permission/share',
    right: { signedIn: 'The address of the team chat is the same for everyone' },
    summary: 'Deep link of the team chat, with {title}, {link} and {id} to be filled in',
    mode: 'read',
    data: Type.Object({ template: Type.Union([Type.String(), Type.Null()]) }),
    handler: async () => ({ template: chatShareUrl }),
  })
}

function menuLinkRoute({ source, publicUrl }: LinkRoutesOptions): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/v1/admin/menu/link',
    right: { signedIn: 'It only says whether the caller may open a page' },
    summary:
      'The page that a link leads to, whether the caller may open it, or press that button of it, and any one of which rights that takes',
    mode: 'read',
    body: Type.Object({ url: address, button: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
    data: Type.Object({
      code: Type.String(),
      name: Type.String(),
      url: Type.String(),
      permitted: Type.Boolean(),
      rights: Type.Array(Type.String()),
    }),
    async handler(tx, context, { body }) {
      const { path } = ownAddress(body.url, publicUrl)
      const page = pageOfLink(
        await sourceNow(tx, source),
        context.principal,
        { path: path.split(/[?#]/, 1)[0] ?? '', button: body.button },
        context.language,
      )
      return {
        code: page?.code ?? '',
        name: page?.name ?? '',
        url: path,
        permitted: page?.permitted ?? false,
        rights: [...(page?.rights ?? [])],
      }
    },
  })
}
