import Type, { type Static } from 'typebox'
import { may, type RequestContext } from '#kernel/platform/access/principal.ts'
import { holdPerson } from '#kernel/platform/db/hold-person.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { PAGE_SIZES } from '#kernel/platform/http/paging.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { preferenceErrors } from './preference.errors.ts'
import { storable } from './preference.routes.ts'

/** Views of one person for one list. */
const MAX_VIEWS = 50
const SHARE = 'list.view.share'

const short = (max: number) => Type.String({ minLength: 1, maxLength: max })
const keys = Type.Array(short(64), { maxItems: 200 })
const listName = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$' })
const viewId = Type.String({ pattern: '^[0-9]{1,18}$' })

/** The content of a view. Filter and column names are those of the list; a list ignores names it no longer knows. */
const viewContent = Type.Object(
  {
    filters: Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 500 })),
    sort: Type.Union([short(65), Type.Null()]),
    limit: Type.Union([...PAGE_SIZES.map((size) => Type.Literal(size)), Type.Null()]),
    columns: Type.Union([
      Type.Object(
        {
          order: keys,
          hidden: keys,
          pinned: keys,
          widths: Type.Record(Type.String({ maxLength: 64 }), Type.Integer()),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    density: Type.Union([Type.Literal('compact'), Type.Literal('cosy'), Type.Null()]),
  },
  { additionalProperties: false },
)

const viewSchema = Type.Object({
  id: Type.String(),
  list: Type.String(),
  name: Type.String(),
  version: Type.Integer(),
  isMine: Type.Boolean(),
  isShared: Type.Boolean(),
  ownerName: Type.String(),
  content: viewContent,
})

interface ViewRow {
  readonly id: string
  readonly owner_id: number
  readonly list: string
  readonly name: string
  readonly is_shared: boolean
  readonly content: Static<typeof viewContent>
  readonly version: number
  readonly owner_zh: string
  readonly owner_en: string
}

/** Own views, and shared ones of people with whom the caller has an organisation in common ($3 null: they see all). */
const SEEN = `(v.owner_id = $1 or (v.is_shared and ($2::int[] is null or (v.shared_with is null and cardinality($2::int[]) > 0)
  or v.shared_with && $2::int[])))`
const COLUMNS = `v.id, v.owner_id, v.list, v.name, v.is_shared, v.content, v.version, u.name_zh as owner_zh, u.name_en as owner_en`

const ofList = prepared<ViewRow>(
  'view.of-list',
  `select ${COLUMNS} from saved_view v join app_user u on u.id = v.owner_id
   where v.list = $3 and ${SEEN} order by v.owner_id <> $1, lower(v.name), v.id limit 200`,
)
const byId = prepared<ViewRow>(
  'view.by-id',
  `select ${COLUMNS} from saved_view v join app_user u on u.id = v.owner_id where v.id = $3 and ${SEEN} for update of v`,
)
const countOwn = prepared<{ total: number; named: number }>(
  'view.count-own',
  `select count(*)::int as total, (count(*) filter (where lower(name) = lower($3) and id <> $4))::int as named
   from saved_view where owner_id = $1 and list = $2`,
)
const insert = prepared<{ id: string }>(
  'view.insert',
  `insert into saved_view (owner_id, list, name, content, created_at, updated_at) values ($1, $2, $3, $4::jsonb, $5, $5) returning id`,
)
const update = prepared(
  'view.update',
  'update saved_view set name = $2, content = $3::jsonb, version = version + 1, updated_at = $4 where id = $1',
)
const share = prepared(
  'view.share',
  'update saved_view set is_shared = $2, shared_with = $3::int[], version = version + 1, updated_at = $4 where id = $1',
)
const remove = prepared('view.remove', 'delete from saved_view where id = $1')

function seenBy({ principal }: RequestContext): readonly [userId: number, scope: readonly number[] | null] {
  return [principal.userId, principal.scope === 'all' ? null : principal.scope]
}

function wire(context: RequestContext, row: ViewRow): Static<typeof viewSchema> {
  const { id, list, name, version, content } = row
  const ownerName = context.language === 'zh' ? row.owner_zh : row.owner_en
  const isMine = row.owner_id === context.principal.userId
  return { id, list, name, version, content, isMine, isShared: row.is_shared, ownerName }
}

/** The caller's own view, locked, as they last read it. */
async function own(tx: Tx, context: RequestContext, id: string, version: number): Promise<ViewRow> {
  const row = required(await tx.first(byId(...seenBy(context), id)), preferenceErrors.viewNotFound())
  if (row.owner_id !== context.principal.userId) throw new Refused(preferenceErrors.viewNotYours())
  if (row.version !== version) throw new Refused(preferenceErrors.viewStale())
  return row
}

async function readBack(tx: Tx, context: RequestContext, id: string) {
  return wire(context, required(await tx.first(byId(...seenBy(context), id)), preferenceErrors.viewNotFound()))
}

const list = defineRoute({
  method: 'POST',
  path: '/api/v1/admin/view/list',
  right: { signedIn: 'A view holds settings, no rows; others are seen only where they were shared' },
  summary: 'Saved views of a list: own ones, and those shared with the caller',
  mode: 'read',
  body: Type.Object({ list: listName }, { additionalProperties: false }),
  data: Type.Object({ views: Type.Array(viewSchema), mayShare: Type.Boolean() }),
  async handler(tx, context, { body }) {
    const rows = await tx.rows(ofList(...seenBy(context), body.list))
    return { views: rows.map((row) => wire(context, row)), mayShare: may(context.principal, SHARE) }
  },
})

const save = defineRoute({
  method: 'POST',
  path: '/api/v1/admin/view/save',
  right: { signedIn: 'Everyone may keep views for himself' },
  summary: 'Keep a new view, or change an own one (its name, its content)',
  mode: 'write',
  body: Type.Object(
    {
      id: Type.Optional(viewId),
      version: Type.Optional(Type.Integer()),
      list: listName,
      name: Type.String({ maxLength: 60 }),
      content: viewContent,
    },
    { additionalProperties: false },
  ),
  data: viewSchema,
  async handler(tx, context, { body }) {
    const { userId } = context.principal
    const name = body.name.trim()
    if (name === '') throw new Refused(preferenceErrors.viewNameMissing({}, { field: 'name' }))
    const content = storable(body.content)
    // Serialised for each person, so that concurrent calls cannot exceed the count or duplicate a name.
    await tx.run(holdPerson('saved_view', userId))
    const before = body.id === undefined ? null : await own(tx, context, body.id, body.version ?? 0)
    const found = await tx.first(countOwn(userId, before?.list ?? body.list, name, before?.id ?? 0))
    if ((found?.named ?? 0) > 0) throw new Refused(preferenceErrors.viewNameTaken({ name }, { field: 'name' }))
    if (before) {
      await tx.run(update(before.id, name, content, context.now))
      const changes = { name: [before.name, name], content: [before.content, content] } as const
      context.note?.({ type: 'savedView', subject: before.list, changes })
      return await readBack(tx, context, before.id)
    }
    if ((found?.total ?? 0) >= MAX_VIEWS) throw new Refused(preferenceErrors.tooManyViews({ limit: MAX_VIEWS }))
    const row = await tx.first(insert(userId, body.list, name, content, context.now))
    context.note?.({ type: 'savedView', subject: body.list, changes: { name: [null, name], content: [null, content] } })
    return await readBack(tx, context, row?.id ?? '0')
  },
})

const shareView = defineRoute({
  method: 'POST',
  path: '/api/v1/admin/view/share',
  right: SHARE,
  summary: 'Share an own view with those who see any of the same organisations, or take it back',
  mode: 'write',
  body: Type.Object({ id: viewId, version: Type.Integer(), isShared: Type.Boolean() }, { additionalProperties: false }),
  data: viewSchema,
  async handler(tx, context, { body }) {
    const row = await own(tx, context, body.id, body.version)
    const { scope } = context.principal
    const sharedWith = scope === 'all' ? null : scope
    await tx.run(share(row.id, body.isShared, sharedWith, context.now))
    const changes = {
      isShared: [row.is_shared, body.isShared],
      sharedWith: [null, body.isShared ? sharedWith : null],
    } as const
    context.note?.({ type: 'savedView', subject: `${row.list} ${row.name}`, changes })
    return await readBack(tx, context, row.id)
  },
})

const removeView = defineRoute({
  method: 'POST',
  path: '/api/v1/admin/view/delete',
  right: { signedIn: 'Everyone may delete his own views' },
  summary: 'Delete an own view',
  mode: 'write',
  body: Type.Object({ id: viewId, version: Type.Integer() }, { additionalProperties: false }),
  data: Type.Object({ id: Type.String() }),
  async handler(tx, context, { body }) {
    const row = await own(tx, context, body.id, body.version)
    await tx.run(remove(row.id))
    context.note?.({
      type: 'savedView',
      subject: row.list,
      changes: { name: [row.name, null], content: [row.content, null] },
    })
    return { id: row.id }
  },
})

export const viewRoutes: readonly Route[] = [list, save, shareView, removeView]
