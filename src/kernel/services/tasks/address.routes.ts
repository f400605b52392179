import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { may, type Principal } from '#kernel/platform/access/principal.ts'
import { keptArray, keptValue, prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { isUnlimited } from '#kernel/engine/approval/people.ts'
import { visibleInstance } from '#kernel/engine/document/visible-instance.ts'

/** The right that a task needs: without it a person can neither get a task nor open one. */
const TAKES_PART = 'approval.task.view'

const personSchema = Type.Object({
  account: Type.String(),
  name: Type.String(),
  jobTitle: Type.String(),
  organisation: nullable(Type.Object({ code: Type.String(), name: Type.String() })),
  lastUsed: nullable(Type.String()),
})

const organisationSchema = Type.Object({
  code: Type.String(),
  name: Type.String(),
  parentCode: nullable(Type.String()),
  people: Type.Integer({ description: 'who may be picked in it and below' }),
})

interface PersonRow {
  readonly id: number
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly job_title: string
  readonly job_zh: string | null
  readonly org_code: string | null
  readonly org_zh: string | null
  readonly org_en: string | null
  readonly used_at: Date | null
}

/** Purposes of a people picker. Copies and comments need only the right to read. */
const FOR = ['transfer', 'delegate', 'before', 'after', 'circulate', 'choose', 'substitute'] as const

const SCOPE = keptValue(3, 'int')
const WORD = keptValue(6, 'text')
const WITHIN = keptValue(7, 'text')

/**
 * People who may be picked: active, with a role that brings one of the required rights ($4), with the document's
 * organisation in scope ($3; null where there is none), and not excluded ($2). Where $5 is true, people limited to some
 * customers or stores are not offered. A person is shown with the highest organisation that they work for.
 */
const CANDIDATES = `
  above as (
    select id, parent_id from organisation where id = ${SCOPE}
    union all select o.id, o.parent_id from organisation o join above on o.id = above.parent_id
  ), able as materialized (
    select distinct r.user_id from user_role r
    where r.role_code in (select role_code from role_right where right_code = any (${keptArray(4, 'text')}) union all select 'superAdmin')
      and (${SCOPE} is null or r.organisation_id in (select id from above))
  ), candidates as (
    select u.id, u.account, u.name_zh, u.name_en, u.job_title from able a join app_user u on u.id = a.user_id
    where u.status = 'active' and u.id <> all (${keptArray(2, 'int')}) and (not ${keptValue(5, 'boolean')} or ${isUnlimited('u.id')})
  )`

/** The people of the caller's latest picks, as recorded in their acts. */
const USED = `
  used as materialized (
    select (p.value ->> 'id')::int as user_id, max(a.at) as at
    from (select at, detail from approval_act where actor_id = $1
        and act in ('transfer', 'delegate', 'addBefore', 'addAfter', 'circulate') order by id desc limit 100) a
      cross join lateral jsonb_array_elements(case jsonb_typeof(a.detail -> 'people') when 'array' then a.detail -> 'people' else '[]' end) p
    group by 1
  )`

const HOME = `left join lateral (
    select o.code, o.name_zh, o.name_en from user_role r join organisation o on o.id = r.organisation_id where r.user_id = f.id
    order by case o.type when 'headquarters' then 1 when 'region' then 2 else 3 end, o.id limit 1) o on true`

/** A job title is one text; where it is the name of a role, the role's label in the reader's language is used. */
const PERSON = `f.id, f.account, f.name_zh, f.name_en, f.job_title,
  (select t.name_zh from role t where lower(t.name_en) = lower(f.job_title) order by t.code limit 1) as job_zh, o.code as org_code, o.name_zh as org_zh, o.name_en as org_en, f.used_at`

/**
 * Of an organisation ($7, its code) and below where one is given; `$6` matches name, account, job title or
 * organisation. The people of an organisation are found once, not checked one by one.
 */
const MATCHES = `
  within_org as (
    select id from organisation where code = ${WITHIN}
    union all select o.id from organisation o join within_org w on o.parent_id = w.id
  ), in_named as materialized (
    select r.user_id from organisation n join user_role r on r.organisation_id = n.id
    where ${WORD} <> '%%' and (n.name_zh ilike ${WORD} or n.name_en ilike ${WORD} or n.code ilike ${WORD})
  ), in_org as materialized (
    select r.user_id from within_org w join user_role r on r.organisation_id = w.id
  ), found as materialized (
    select c.*, used.at as used_at from candidates c left join used on used.user_id = c.id
    where (${WORD} = '%%' or c.account ilike ${WORD} or c.name_zh ilike ${WORD} or c.name_en ilike ${WORD} or c.job_title ilike ${WORD}
        or c.id in (select user_id from in_named))
      and (${WITHIN} is null or c.id in (select user_id from in_org))
  )`

const peoplePage = prepared<PersonRow & { readonly total: number }>(
  'approval.people-page',
  `with recursive ${CANDIDATES}, ${USED}, ${MATCHES}, page as (
     select * from found order by used_at desc nulls last, account collate "C" limit $8 offset $9
   )
   select ${PERSON}, (select count(*)::int from found) as total from page f ${HOME} order by f.used_at desc nulls last, f.account collate "C"`,
)

const latestPeople = prepared<PersonRow>(
  'approval.latest-people',
  `with recursive ${CANDIDATES}, ${USED}, page as (
     select c.*, used.at as used_at from used join candidates c on c.id = used.user_id order by used.at desc limit $6
   )
   select ${PERSON} from page f ${HOME} order by f.used_at desc`,
)

interface OrganisationRow {
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
  readonly parent_code: string | null
  readonly people: number
}

/** Departments and organisations with people to pick, by name; the tree has some hundred at most. */
const organisations = prepared<OrganisationRow>(
  'approval.pick-organisations',
  `with recursive ${CANDIDATES}, under as (
     select id as top, id from organisation
     union all select u.top, o.id from under u join organisation o on o.parent_id = u.id
   ), counted as (
     select u.top, count(distinct r.user_id)::int as people
     from under u join user_role r on r.organisation_id = u.id join candidates c on c.id = r.user_id group by u.top
   )
   select o.code, o.name_zh, o.name_en, p.code as parent_code, c.people
   from counted c join organisation o on o.id = c.top left join organisation p on p.id = o.parent_id
   where $1::int is not null and (${WORD} = '%%' or o.name_zh ilike ${WORD} or o.name_en ilike ${WORD} or o.code ilike ${WORD})
   order by o.parent_id nulls first, o.code limit 100`,
)

interface Picking {
  /** Organisation of the document; null where there is none. */
  readonly scopeId: number | null
  readonly leftOut: readonly number[]
  readonly rights: readonly string[]
  /** People limited to some customers or stores may not be picked. */
  readonly isForAll: boolean
}

const takenPeople = prepared<{ user_id: number }>(
  'approval.taken-people',
  `select distinct user_id from approval_task where document_id = $1 and round = $2
     and (state in ('open', 'waiting') or decision in ('agree', 'reject', 'return') and not voided)`,
)

const KEYWORD = Type.Optional(Type.String({ maxLength: 64, description: 'name, account, job title or organisation' }))
const PICK_QUERY = {
  formInstanceId: Type.Optional(Type.String({ maxLength: 40 })),
  verb: Type.Optional(Type.Union(FOR.map((verb) => Type.Literal(verb)))),
}

interface PickQuery {
  readonly formInstanceId?: string | undefined
  readonly verb?: (typeof FOR)[number] | undefined
}

/** A person decides once, and the drafter never: neither is offered for verbs that lead to a decision. The caller is never offered. */
async function pickingOf(
  tx: Tx,
  context: { readonly principal: Principal },
  documents: readonly ServerDocument[],
  { formInstanceId, verb }: PickQuery,
): Promise<Picking> {
  const { userId } = context.principal
  if (!formInstanceId)
    return { scopeId: null, leftOut: [userId], rights: rightsFor(context, documents, verb), isForAll: false }
  const instance = await visibleInstance(tx, context, documents, formInstanceId)
  const { actions, viewRight } = instance.document.definition
  const scopeId = instance.scope_id
  if (verb === 'circulate') return { scopeId, leftOut: [userId], rights: [viewRight], isForAll: true }
  const taken = await tx.rows(takenPeople(instance.document_id, instance.round))
  const leftOut = [userId, instance.drafter_id, ...taken.map((row) => row.user_id)]
  return { scopeId, leftOut, rights: [actions['approve']?.right ?? TAKES_PART], isForAll: false }
}

/** A substitute must be able to decide something that the caller decides. */
function rightsFor(
  { principal }: { readonly principal: Principal },
  documents: readonly ServerDocument[],
  verb: PickQuery['verb'],
): readonly string[] {
  if (verb !== 'substitute') return [TAKES_PART]
  const rights = documents.flatMap(({ definition }) => definition.actions['approve']?.right ?? [])
  const own = rights.filter((right) => may(principal, right))
  // An administrator names substitutes for others.
  return own.length > 0 ? own : rights
}

function personWire(row: PersonRow, language: Language) {
  const zh = language === 'zh'
  return {
    account: row.account,
    name: zh ? row.name_zh : row.name_en,
    jobTitle: (zh ? row.job_zh : null) ?? row.job_title,
    organisation: row.org_code === null ? null : { code: row.org_code, name: (zh ? row.org_zh : row.org_en) ?? '' },
    lastUsed: row.used_at?.toISOString() ?? null,
  }
}

/** `%` and `_` in the input are literal. */
function pattern(keyword: string | undefined): string {
  return `%${(keyword ?? '')
    .trim()
    .replaceAll('\u0000', '')
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** The people and organisations that a picker offers for a verb. */
export function addressRoutes(documents: readonly ServerDocument[]): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/aps/bpm/address/query/page',
      right: TAKES_PART,
      summary: 'People who may be picked for a verb: latest used first, then by account',
      mode: 'read',
      query: Type.Object({
        ...PICK_QUERY,
        keyword: KEYWORD,
        organisation: Type.Optional(Type.String({ maxLength: 32, description: 'code; people of it and below' })),
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      }),
      data: Type.Object({
        records: Type.Array(personSchema),
        recordTotal: Type.Integer(),
      }),
      async handler(tx, context, { query }) {
        const { page = 1, limit = 20 } = query
        const { scopeId, leftOut, rights, isForAll } = await pickingOf(tx, context, documents, query)
        const keyword = pattern(query.keyword)
        const { userId } = context.principal
        const rows = await tx.rows(
          peoplePage(
            userId,
            leftOut,
            scopeId,
            rights,
            isForAll,
            keyword,
            query.organisation || null,
            limit,
            (page - 1) * limit,
          ),
        )
        return { records: rows.map((row) => personWire(row, context.language)), recordTotal: rows[0]?.total ?? 0 }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/aps/bpm/address/query/organisations',
      right: TAKES_PART,
      summary: 'Organisations and departments with people who may be picked for a verb',
      mode: 'read',
      query: Type.Object({ ...PICK_QUERY, keyword: KEYWORD }),
      data: Type.Array(organisationSchema),
      async handler(tx, context, { query }) {
        const { scopeId, leftOut, rights, isForAll } = await pickingOf(tx, context, documents, query)
        const units = await tx.rows(
          organisations(context.principal.userId, leftOut, scopeId, rights, isForAll, pattern(query.keyword)),
        )
        return units.map((row) => ({
          code: row.code,
          name: context.language === 'zh' ? row.name_zh : row.name_en,
          parentCode: row.parent_code,
          people: row.people,
        }))
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/aps/bpm/address/query/list/latest',
      right: TAKES_PART,
      summary: 'The people whom the caller picked last, of those who may be picked now',
      mode: 'read',
      query: Type.Object({ ...PICK_QUERY, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })) }),
      data: Type.Array(personSchema),
      async handler(tx, context, { query }) {
        const { scopeId, leftOut, rights, isForAll } = await pickingOf(tx, context, documents, query)
        const rows = await tx.rows(
          latestPeople(context.principal.userId, leftOut, scopeId, rights, isForAll, query.limit ?? 10),
        )
        return rows.map((row) => personWire(row, context.language))
      },
    }),
  ]
}
