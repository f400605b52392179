import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { SubstituteRow } from './substitutes.ts'
import type { Approver, StepPeople, TemplateStep } from './approval-route.ts'
import type { Candidate } from './engine/verb-input.ts'

// Finds the people of every step, with the substitutes of absent ones, in one statement of the first flight.

/** SQL for whether a user holds a right; true where no right is named. */
function holdsRight(user: string, right: string): string {
  return `(${right}::text is null or exists (select from user_role h where h.user_id = ${user} and (h.role_code = 'superAdmin'
    or exists (select from role_right g where g.role_code = h.role_code and g.right_code = ${right}))))`
}

/** SQL for what the recipient of a task needs, besides a place in the route. */
export function mayDecide(user: string, right: string): string {
  return `(${holdsRight(user, `'approval.task.view'`)} and ${holdsRight(user, right)})`
}

/** Holds a role in the document's organisation or above it; `line` are those organisations. */
function inLine(user: string): string {
  return `exists (select from user_role h join line on line.id = h.organisation_id where h.user_id = ${user})`
}

/** Active substitutes of people for a type of document and its organisation, as an array for each person. */
function substitutesOf(user: string, at: { now: string; type: string; right: string }): string {
  return `(select jsonb_agg(jsonb_build_object('principal_id', a.principal_id, 'id', g.id, 'account', g.account,
      'name', jsonb_build_object('zh', g.name_zh, 'en', g.name_en), 'amount_limit', a.amount_limit::text, 'currency', a.currency) order by a.id)
    from approval_substitute a join app_user g on g.id = a.substitute_id and g.status = 'active'
    where a.principal_id = ${user} and a.revoked_at is null and a.starts_at <= ${at.now} and a.ends_at > ${at.now}
      and (a.document_types is null or ${at.type} = any (a.document_types))
      and (a.organisation_id is null or exists (select from line where line.id = a.organisation_id))
      and ${mayDecide('g.id', at.right)} and ${inLine('g.id')})`
}

interface FoundRow {
  /** Null for administrators. */
  readonly step: number | null
  /** Position among the step's copies; null for people who act in it. */
  readonly copy: number | null
  readonly kind: 'held' | 'candidate' | 'chosen' | 'administrator'
  readonly wanted: string | null
  readonly id: number | null
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly may: boolean
  readonly in_scope: boolean
  readonly substitutes: readonly SubstituteRow[] | null
}

/** SQL for whether a held role `h` brings a right. */
const BRINGS = (right: string) =>
  `h.role_code = 'superAdmin' or h.role_code in (select role_code from role_right where right_code = ${right})`

/** Before the code of a customer where an account is expected: everybody who works for that customer. */
const OF_CUSTOMER = 'customer:'

/** The people who work for a customer, in place of one account. */
export const staffOf = (customerCode: string): string => `${OF_CUSTOMER}${customerCode}`

/**
 * Keeps a look-up a look-up: the planner cannot estimate the steps and people in JSON, guesses thousands, and would
 * scan everybody's roles, which costs more with each person of the company.
 */
const BY_INDEX = 'offset 0'

const NOW = { now: '$8', type: '$9', right: '$10' }

/**
 * The people of a route: of a template's newest version ($1), of given steps ($2), or of a running approval ($11, $12);
 * of the organisation with a code ($3) or of that approval; $4 the drafter; $5 organisations and $6 accounts that the
 * document names; $7 people chosen, by step; $8 now; $9 type of document; $10 the right to decide it.
 */
const routePeople = prepared<FoundRow>(
  'approval.route-people',
  `with recursive instance as (
     select steps, scope_id, drafter_id from approval_instance where document_id = $11 and round = $12
   ), step as (
     select (ord - 1)::int as step, s from jsonb_array_elements(coalesce($2::jsonb, (select steps from instance),
       (select steps from approval_template where code = $1 order by version desc limit 1))) with ordinality e (s, ord)
   ), wanted as (
     select step, null::int as copy, s ->> 'key' as key, s -> 'who' as who, s ->> 'where' as place, s -> 'accounts' as accounts from step
     union all
     select step, (c.ord - 1)::int, s ->> 'key', c.who, null, null from step,
       jsonb_array_elements(case jsonb_typeof(s -> 'cc') when 'array' then s -> 'cc' else '[]' end) with ordinality c (who, ord)
   ), line as (
     select o.id, o.parent_id, o.type, o.head_id, 0 as depth from organisation o
     where o.code = coalesce($3, (select p.code from instance i join organisation p on p.id = i.scope_id))
     union all select o.id, o.parent_id, o.type, o.head_id, line.depth + 1 from organisation o join line on o.id = line.parent_id
   ), named as (
     select place.name, o.id, o.parent_id from (
       select key as name, value as code from jsonb_each_text($5::jsonb)
       union select who ->> 'of', place from wanted where place is not null) place
     join organisation o on o.code = place.code
     union all select named.name, o.id, o.parent_id from organisation o join named on o.id = named.parent_id
   ), superior as (
     select u.id, u.superior_id, 1 as depth from app_user d join app_user u on u.id = d.superior_id where d.id = coalesce($4, (select drafter_id from instance))
     union all select u.id, u.superior_id, s.depth + 1 from superior s join app_user u on u.id = s.superior_id where s.depth < 20
   ), home as (
     select o.id, o.parent_id, o.head_id, 0 as depth from (
       select p.* from user_role r join organisation p on p.id = r.organisation_id where r.user_id = coalesce($4, (select drafter_id from instance))
       order by case p.type when 'country' then 1 when 'region' then 2 else 3 end, p.id limit 1) o
     union all select o.id, o.parent_id, o.head_id, home.depth + 1 from organisation o join home on o.id = home.parent_id
   ), found as (
     select w.step, w.copy, case when w.who ? 'chosenBy' then 'candidate' else 'held' end as kind, null::text as wanted, holder.user_id
     from wanted w
       cross join lateral (
         select id from line where coalesce(w.who ->> 'of', 'document') in ('document', 'drafter') or (w.who ->> 'of' = 'region' and type = 'region')
         union all select id from named where name = w.who ->> 'of' and name not in ('document', 'drafter', 'region')
       ) place
       cross join lateral (
         select h.user_id from user_role h where h.role_code = w.who ->> 'role' and h.organisation_id = place.id ${BY_INDEX}
       ) holder
     where w.who ? 'role' and (w.who ->> 'of' is distinct from 'drafter' or holder.user_id in (select id from superior))
     union select w.step, w.copy, 'held', null, u.id from wanted w
       cross join lateral (select id from app_user where account = w.who ->> 'account' ${BY_INDEX}) u where w.who ? 'account'
     union select w.step, w.copy, 'held', null, case w.who ->> 'head'
         when 'document' then (select head_id from line where head_id is not null order by depth limit 1)
         else (select head_id from home where head_id is not null order by depth limit 1) end
       from wanted w where w.who ? 'head'
     union select w.step, w.copy, 'held', a.account, u.id from wanted w
       cross join jsonb_array_elements_text(coalesce(w.accounts, $6::jsonb -> (w.who ->> 'computed'), '[]')) a (account)
       left join lateral (
         select id from app_user where account = a.account
         union all select m.user_id from user_customer m where a.account like '${OF_CUSTOMER}%' and m.customer_code = substr(a.account, ${OF_CUSTOMER.length + 1}) ${BY_INDEX}
       ) u on true where w.who ? 'computed'
     union select w.step, w.copy, 'chosen', a.account, u.id from wanted w
       cross join jsonb_array_elements_text(coalesce($7::jsonb -> w.key, '[]')) a (account)
       left join lateral (select id from app_user where account = a.account ${BY_INDEX}) u on true where w.copy is null and w.who ? 'chosenBy'
     union select null, null, 'administrator', null, r.user_id from user_role r
       where (r.role_code = 'superAdmin' or r.role_code in (select role_code from role_right where right_code = 'approval.administer'))
         and r.organisation_id in (select id from line)
         and exists (select from step where s ->> 'empty' = 'administrator')
   )
   select f.step, f.copy, f.kind, f.wanted, u.id, u.account, u.name_zh, u.name_en, able.may, able.in_scope, ${substitutesOf('u.id', NOW)} as substitutes
   from found f
     left join lateral (select * from app_user where id = f.user_id and status = 'active' ${BY_INDEX}) u on true
     left join lateral (
     select coalesce(bool_or(${BRINGS(`'approval.task.view'`)}), false) and ($10::text is null or coalesce(bool_or(${BRINGS('$10')}), false)) as may,
       coalesce(bool_or(h.organisation_id in (select id from line)), false) as in_scope
     from user_role h where h.user_id = u.id) able on true
   order by f.step, f.copy, u.id`,
)

export interface PeopleRequest {
  readonly templateCode?: string
  readonly steps?: readonly TemplateStep[]
  readonly instance?: { readonly documentId: string; readonly round: number }
  readonly organisation: string | null
  /** Null: that of the running approval. */
  readonly drafterId: number | null
  readonly organisations?: Readonly<Record<string, string>>
  readonly people?: Readonly<Record<string, readonly string[]>>
  /** Accounts whom the document concerns: they are asked in no step. */
  readonly concerned?: readonly string[]
  readonly chosen?: Readonly<Record<string, readonly string[]>>
  readonly now: Date
  readonly documentType: string
  /** The right to decide documents of the type; null requires none. */
  readonly right: string | null
}

export function peopleStatement(request: PeopleRequest): Statement<FoundRow> {
  return routePeople(
    request.templateCode ?? null,
    request.steps ? JSON.stringify(request.steps) : null,
    request.organisation,
    request.drafterId,
    JSON.stringify(request.organisations ?? {}),
    JSON.stringify(request.people ?? {}),
    JSON.stringify(request.chosen ?? {}),
    request.now,
    request.documentType,
    request.right,
    request.instance?.documentId ?? null,
    request.instance?.round ?? null,
  )
}

export interface FoundPeople {
  readonly steps: readonly StepPeople[]
  readonly administrators: readonly Approver[]
  readonly substitutes: readonly SubstituteRow[]
}

/** The rows of `peopleStatement` by step. People who may not decide the document are not asked. */
export function readPeople(
  rows: readonly FoundRow[],
  template: readonly TemplateStep[],
  request: PeopleRequest,
): FoundPeople {
  const others = rows.filter(({ id, account }) => id !== null && !request.concerned?.includes(account))
  const people = (filter: (row: FoundRow) => boolean) => unique(others.filter(filter))
  return {
    steps: template.map((step, index): StepPeople => {
      const { who } = step
      const of = (kind: FoundRow['kind']) => (row: FoundRow) =>
        row.step === index && row.copy === null && row.kind === kind
      const candidates =
        'chosenBy' in who && who.role !== undefined ? people((row) => of('candidate')(row) && row.may) : null
      const fits = (row: FoundRow) =>
        row.id !== null && row.may && (candidates ? candidates.some(({ id }) => id === row.id) : row.in_scope)
      const chosen = rows.filter(of('chosen'))
      const place = 'role' in who && 'of' in who && who.of !== undefined ? request.organisations?.[who.of] : undefined
      const accounts = 'computed' in who ? request.people?.[who.computed] : undefined
      return {
        people: 'chosenBy' in who ? unique(chosen.filter(fits)) : people((row) => of('held')(row) && row.may),
        candidates,
        unfit: chosen.filter((row) => !fits(row)).map((row) => row.wanted ?? ''),
        copies: people((row) => row.step === index && row.copy !== null),
        ...(place === undefined ? {} : { where: place }),
        ...(accounts === undefined ? {} : { accounts }),
      }
    }),
    administrators: people((row) => row.kind === 'administrator'),
    substitutes: substituteRows(rows),
  }
}

function unique(rows: readonly FoundRow[]): Approver[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()].map((row) => ({
    id: row.id!,
    account: row.account,
    name: { zh: row.name_zh, en: row.name_en },
  }))
}

export function substituteRows(
  rows: readonly { readonly id: number | null; readonly substitutes: readonly SubstituteRow[] | null }[],
): SubstituteRow[] {
  return [...new Map(rows.map((row) => [row.id, row.substitutes ?? []])).values()].flat()
}

const LINE_OF_INSTANCE = `instance as (
     select scope_id, document_type, drafter_id, steps from approval_instance where document_id = $1 and round = $2
   ), line as (
     select o.id, o.parent_id from organisation o join instance on o.id = instance.scope_id
     union all select o.id, o.parent_id from organisation o join line on o.id = line.parent_id
   )`

/** Substitutes, in force at $3, of everyone in an approval's route and of its assignees; $4 the right to decide. */
export const substitutesOfInstance = prepared<{ id: number; substitutes: readonly SubstituteRow[] }>(
  'approval.substitutes',
  `with recursive ${LINE_OF_INSTANCE}, away as (
     select distinct a.principal_id from approval_substitute a where a.revoked_at is null and a.starts_at <= $3 and a.ends_at > $3
   )
   select away.principal_id as id, ${substitutesOf('away.principal_id', { now: '$3', type: '(select document_type from instance)', right: '$4' })} as substitutes
   from away where away.principal_id in (
     select (p ->> 'id')::int from instance, jsonb_array_elements(steps) s, jsonb_array_elements(coalesce(s -> 'all', s -> 'people')) p
     union select unnest(array[user_id, principal_id]) from approval_task
       where document_id = $1 and round = $2 and state in ('open', 'waiting'))`,
)

interface CandidateRow {
  readonly id: number
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly active: boolean
  readonly may_decide: boolean
  readonly may_view: boolean
  readonly in_scope: boolean
  readonly may_read: boolean
  readonly substitutes: readonly SubstituteRow[] | null
}

/** SQL for whether a person is limited to no customers and no stores. */
export const isUnlimited = (user: string): string =>
  `(not exists (select from user_customer m where m.user_id = ${user}) and not exists (select from user_store m where m.user_id = ${user}))`

/**
 * SQL for whether a user may read every document of the organisation: by a role held there or above it, without limits
 * to some customers or stores.
 */
const readsAll = (user: string, right: string) =>
  `(exists (select from user_role h join line on line.id = h.organisation_id where h.user_id = ${user} and (${BRINGS(right)}))
     and ${isUnlimited(user)})`

const CANDIDATE = `u.id, u.account, u.name_zh, u.name_en, u.status = 'active' as active, ${mayDecide('u.id', '$4')} as may_decide,
     ${holdsRight('u.id', '$5')} as may_view, ${inLine('u.id')} as in_scope, ${readsAll('u.id', '$5')} as may_read,
     ${substitutesOf('u.id', { now: '$3', type: '(select document_type from instance)', right: '$4' })} as substitutes`

/** People by account ($6), with what they may do with a document: $4 the right to decide it, $5 to read it. */
export const namedPeople = prepared<CandidateRow>(
  'approval.named-people',
  `with recursive ${LINE_OF_INSTANCE} select ${CANDIDATE} from app_user u where u.account = any ($6::text[]) order by u.id`,
)

/** The superiors of a task's assignee ($6), nearest first. */
export const superiorsOfHolder = prepared<CandidateRow>(
  'approval.superiors',
  `with recursive ${LINE_OF_INSTANCE}, superior as (
     select u.superior_id as id, 1 as depth from approval_task t join app_user u on u.id = coalesce(t.principal_id, t.user_id)
     where t.id = $6 and t.document_id = $1 and t.round = $2
     union all select u.superior_id, s.depth + 1 from superior s join app_user u on u.id = s.id where s.depth < 20
   )
   select ${CANDIDATE} from superior s join app_user u on u.id = s.id order by s.depth`,
)

/** The people of an approval's route with their current rights; the route itself keeps them as of its start. */
export const peopleOfRoute = prepared<CandidateRow>(
  'approval.people-of-route',
  `with recursive ${LINE_OF_INSTANCE} select ${CANDIDATE} from app_user u where u.id in (
     select (p ->> 'id')::int from instance, jsonb_array_elements(steps) s, jsonb_array_elements(s -> 'people') p)
   order by u.id`,
)

/** Administrators of approvals of the document's organisation; notified, or asked, where nobody else is left. */
export const administratorsOf = prepared<CandidateRow>(
  'approval.administrators',
  `with recursive ${LINE_OF_INSTANCE}
   select ${CANDIDATE} from app_user u where u.status = 'active' and u.id in (
     select r.user_id from user_role r join line on line.id = r.organisation_id where r.role_code = 'superAdmin' or r.role_code in (
       select role_code from role_right where right_code = 'approval.administer'))
   order by u.id limit 50`,
)

export function candidates(rows: readonly CandidateRow[]): Candidate[] {
  return rows.map((row) => ({
    id: row.id,
    account: row.account,
    name: { zh: row.name_zh, en: row.name_en },
    active: row.active,
    mayDecide: row.may_decide,
    mayView: row.may_view,
    inScope: row.in_scope,
    mayRead: row.may_read,
  }))
}
