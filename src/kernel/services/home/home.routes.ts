import { Type } from 'typebox'
import { may, narrowed } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { oneOf } from '#kernel/platform/http/wire-schemas.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { approvalCards } from './approval-cards.ts'
import { todayOf } from './group-cards.ts'
import { HOME_GROUPS } from './home-groups.ts'
import { homeCard, homeVisit } from './home-wire.ts'
import type { HomeSource } from './home-source.ts'
import { systemCards } from './system-cards.ts'

const OWN = { signedIn: 'Everyone has a home page; each card of it asks for a right of its own' }

/** Opening a page counts half as much after so many days. */
const HALF_LIFE_DAYS = 30
/** Pages that are counted for one person; the least opened ones make room. */
const MOST_PAGES = 100
const SHOWN = 8

const fade = (last: string, now: string) =>
  `power(0.5, greatest(0, extract(epoch from ${now} - ${last})) / ${HALF_LIFE_DAYS * 86_400})`

const countVisits = prepared(
  'home.count-visits',
  `insert into page_visit as p (user_id, path, weight, last_at)
   select $1, v.path, sum(v.times), $4 from unnest($2::text[], $3::int[]) v (path, times) group by v.path order by v.path
   on conflict (user_id, path) do update
     set weight = p.weight * ${fade('p.last_at', 'excluded.last_at')} + excluded.weight, last_at = excluded.last_at,
       earlier_at = case when p.last_at < $5 then p.last_at else p.earlier_at end`,
)
const forgetVisits = prepared(
  'home.forget-visits',
  `delete from page_visit where user_id = $1 and path in (
     select path from page_visit where user_id = $1 order by weight * ${fade('last_at', '$2::timestamptz')} desc, path offset ${MOST_PAGES}
   )`,
)
const mostVisited = prepared<{ path: string }>(
  'home.most-visited',
  `select path from page_visit where user_id = $1 order by weight * ${fade('last_at', '$2::timestamptz')} desc, path limit $3`,
)

const countRoute = defineRoute({
  method: 'POST',
  path: '/aps/home/visits',
  right: OWN,
  summary: 'Count how often the caller opened which pages; one call for many',
  mode: 'write',
  audit: { none: 'how their own home page looks to them' },
  body: Type.Object(
    {
      visits: Type.Array(
        Type.Object(
          {
            path: Type.String({ pattern: '^/[A-Za-z0-9/_-]{1,120}$' }),
            times: Type.Integer({ minimum: 1, maximum: 1000 }),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 100 },
      ),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({}),
  async handler(tx, { principal, now }, { body }) {
    const paths = body.visits.map(({ path }) => path)
    const times = body.visits.map((visit) => visit.times)
    await tx.run(countVisits(principal.userId, paths, times, now, todayOf(principal, now)))
    await tx.run(forgetVisits(principal.userId, now))
    return {}
  },
})

const visitsRoute = defineRoute({
  method: 'GET',
  path: '/aps/home/visits',
  right: OWN,
  summary: 'The pages that the caller opens most',
  mode: 'read',
  data: Type.Array(homeVisit),
  handler: async (tx, { principal, now }) => [...(await tx.rows(mostVisited(principal.userId, now, SHOWN * 2)))],
})

/** The home page's cards: those of the kernel and of the areas, group by group. */
export function homeRoutes(documents: readonly ServerDocument[], areaCards: readonly HomeSource[]): Route[] {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  const sources = [...approvalCards(byName), ...systemCards(documents), ...areaCards].toSorted(
    (a, b) => a.order - b.order,
  )
  const cards = defineRoute({
    method: 'GET',
    path: '/aps/home/cards',
    right: OWN,
    summary: 'The cards of a part of the caller’s home page: what waits, is broken, moved, runs out, and figures',
    mode: 'read',
    query: Type.Object({ group: oneOf(HOME_GROUPS) }),
    data: Type.Array(homeCard),
    async handler(tx, context, { query }) {
      const { principal } = context
      const own = sources.filter(
        ({ group, right }) => group === query.group && (right === null || may(principal, right)),
      )
      const read = await Promise.all(
        own.map(async (source) => {
          const { key, right } = source
          const reader = right === null ? context : { ...context, principal: narrowed(principal, right) }
          const card = await source.read(tx, reader)
          return card === null ? [] : [{ key, ...card }]
        }),
      )
      return read.flat()
    },
  })
  return [cards, visitsRoute, countRoute]
}
