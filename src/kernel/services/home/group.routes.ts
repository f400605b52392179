import { Type } from 'typebox'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import { permittedMenus } from '#kernel/platform/access/permission.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { type GroupList, listCard, pagesCard, sinceOf, waitingCard } from './group-cards.ts'
import { homeCard } from './home-wire.ts'

/** A group of the menu with a page of its own. */
export interface GroupPage {
  /** Code of the group in the menu. */
  readonly group: string
  /** Address of its own page. */
  readonly page: string
  /** Addresses of lists of other groups that the page names after its own. */
  readonly also: readonly string[]
}

interface Known {
  readonly documents: readonly ServerDocument[]
  readonly lists: ReadonlyMap<string, GroupList>
}

/** The page of a group of the menu: its lists as far as the reader may open them, what is new in them, and what waits. */
export function groupRoute(groups: readonly GroupPage[], { documents, lists }: Known): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/home/group',
    right: { signedIn: 'Each card of a group asks for the right of its list' },
    summary: 'The lists of a group of the menu: how many rows the caller sees, what is new to them, and what waits',
    mode: 'read',
    query: Type.Object({ group: Type.String({ maxLength: 64 }) }),
    data: Type.Array(homeCard),
    async handler(tx, context, { query }) {
      const found = groups.find(({ group }) => group === query.group)
      if (!found) throw new Refused(httpErrors.notFound())
      const menu = permittedMenus(knownPermissions(), context.principal).filter(({ hidden }) => !hidden)
      const own = menu.filter(({ pcode, url }) => pcode === found.group && url !== found.page)
      if (own.length === 0) return []
      const entries = [...own, ...found.also.flatMap((page) => menu.find(({ url }) => url === page) ?? [])]
      const since = await sinceOf(tx, context, found.page)
      const urls = new Set(entries.map(({ url }) => url))
      const cards = await Promise.all([
        waitingCard(
          tx,
          context,
          documents.filter(({ definition }) => urls.has(definition.pages.list)),
          entries.some(({ url }) => lists.get(url)?.newFrom) ? since : null,
        ),
        ...entries.flatMap((entry) => {
          const list = lists.get(entry.url)
          return list ? [listCard(tx, context, entry, list, since)] : []
        }),
      ])
      const others = pagesCard(
        context,
        own.filter(({ url }) => !lists.has(url)),
      )
      return [...cards, others].filter((card) => card !== null)
    },
  })
}
