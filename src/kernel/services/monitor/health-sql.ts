import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { type LimitedReader, limitsOfAny } from '#kernel/engine/document/document-limits.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { type Monitored, STUCK_DAYS } from './monitor-wire.ts'

/** The limits that the health of approvals is measured against. */
export interface Measure {
  readonly reader: LimitedReader & Pick<Principal, 'scope'>
  readonly definitions: readonly AnyDefinition[]
  /** Minutes within which nine of ten such steps finish. */
  readonly usual: readonly { readonly template: string; readonly step: string; readonly minutes: number }[]
  readonly now: Date
}

export interface MonitorFilters {
  readonly health?: Monitored
  readonly no?: string
  readonly documentType?: string
  /** Code of an organisation, including those below it. */
  readonly organisation?: string
  /** Part of the step's name. */
  readonly step?: string
  /** Part of the account or name of an open task's assignee or principal. */
  readonly holder?: string
  /** Waiting for at least so many days. */
  readonly days?: number
}

const MONITOR_SORTS = { since: 'since', startedAt: 'started_at', no: 'no', limitAt: 'limit_at' } as const

class Values {
  readonly list: unknown[] = []

  add(value: unknown): string {
    return `$${this.list.push(value)}`
  }
}

/**
 * All running approvals with their open tasks and problems, found by partial indexes, so ended ones cost nothing. An
 * ended approval is included only while one of its effects has failed.
 */
function healthSql(measure: Measure, values: Values): string {
  const { reader, definitions, usual, now } = measure
  const ofPlace = reader.scope === 'all' ? 'true' : `i.scope_id = any (${values.add(reader.scope)}::int[])`
  const inScope = `${ofPlace} and ${limitsOfAny(reader, 'i', (value) => values.add(value)) ?? 'true'}`
  const deciding = definitions.filter((definition) => definition.actions['approve'])
  const types = values.add(deciding.map(({ name }) => name))
  const rights = values.add(deciding.map(({ actions }) => actions['approve']?.right))
  const templates = values.add(usual.map(({ template }) => template))
  const steps = values.add(usual.map(({ step }) => step))
  const minutes = values.add(usual.map((entry) => entry.minutes))
  const at = values.add(now)
  const tooLong = values.add(new Date(now.getTime() - STUCK_DAYS * 86_400_000))
  return `recursive line (id, ancestor) as (
      select id, id from organisation
      union all select l.id, o.parent_id from line l join organisation o on o.id = l.ancestor where o.parent_id is not null
    ), failed as materialized (
      select document_id, round from document_effect where state = 'failedPushed' group by 1, 2
    ), open as materialized (
      select t.id, t.document_id, t.round, t.user_id, t.principal_id, t.kind, t.created_at, t.remind_at, t.escalate_at, t.escalated_at,
        i.document_type, i.scope_id, i.template_code, s ->> 'key' as step_key, s -> 'name' as step_name,
        s -> 'who' ->> 'role' as role, coalesce(s -> 'who' ->> 'of', 'document') as role_of
      from approval_instance i join approval_task t on t.document_id = i.document_id and t.round = i.round and t.state = 'open'
        cross join lateral (select i.steps -> t.step offset 0) x (s)
      where i.state = 'running' and ${inScope}
    ), able as materialized (
      select distinct o.user_id, o.document_type
      from (select distinct user_id, document_type from open) o
        join unnest(${types}::text[], ${rights}::text[]) k (document_type, approve) using (document_type)
        join user_role r on r.user_id = o.user_id
        left join role_right x on x.role_code = r.role_code and x.right_code = k.approve
      where r.role_code = 'superAdmin' or x.right_code is not null
    ), task as materialized (
      select o.*, u.account, u.name_zh, u.name_en, u.status = 'active' as active,
        exists (select from able a where a.user_id = o.user_id and a.document_type = o.document_type) as may_decide,
        o.kind <> 'step' or o.principal_id is not null or o.role is null or exists (
          select from user_role r where r.user_id = o.user_id and (r.role_code = 'superAdmin' or r.role_code = o.role and (o.role_of <> 'document'
            or exists (select from line l where l.id = o.scope_id and l.ancestor = r.organisation_id)))) as holds_role,
        n.minutes as usual_minutes
      from open o join app_user u on u.id = o.user_id
        left join unnest(${templates}::text[], ${steps}::text[], ${minutes}::int[]) n (template, step, minutes)
          on n.template = o.template_code and n.step = o.step_key
    ), held as (
      select document_id, round, min(created_at) as since, min(least(remind_at, escalate_at)) as limit_at,
        max(usual_minutes) as usual_minutes, bool_or(active) as any_active, bool_or(active and may_decide) as any_able,
        bool_or(active and may_decide and holds_role) as any_fit, bool_or(kind = 'escalated' or escalated_at is not null) as escalated,
        bool_or(created_at + usual_minutes * interval '1 minute' < ${at}) as slower
      from task group by 1, 2
    ), candidate as (
      select i.document_id, i.round, i.document_type, i.document_no, i.drafter_id, i.scope_id, i.state, i.started_at, i.amount, i.currency
      from approval_instance i where i.state = 'running' and ${inScope}
      union all
      select i.document_id, i.round, i.document_type, i.document_no, i.drafter_id, i.scope_id, i.state, i.started_at, i.amount, i.currency
      from failed f join approval_instance i using (document_id, round) where i.state <> 'running' and ${inScope}
    ), health as (
      select c.*, coalesce(c.document_no, '') as no, h.since, h.limit_at, h.usual_minutes, coalesce(h.escalated, false) as escalated,
        exists (select from failed f where f.document_id = c.document_id and f.round = c.round) as has_failed,
        case when c.state <> 'running' then null when h.document_id is null then 'nobody' when not h.any_active then 'left'
          when not h.any_able then 'lostRight' when not h.any_fit then 'lostRole' when h.since <= ${tooLong} then 'tooLong' end as stuck,
        case when h.limit_at <= ${at} then 'overdue' when h.slower then 'slowerThanUsual' end as slow
      from candidate c left join held h using (document_id, round)
    )`
}

const OF_HEALTH: Readonly<Record<Monitored, string>> = {
  running: `h.state = 'running'`,
  stuck: 'h.stuck is not null',
  slow: 'h.slow is not null',
  escalated: 'h.escalated',
  failed: 'h.has_failed',
}

function contained(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

function conditions(filters: MonitorFilters, now: Date, values: Values): string {
  const parts = ['true']
  // A set computed once (as a value, not as a join): looked up row by row the cost would be quadratic.
  const someTask = (condition: string) =>
    `coalesce((h.document_id, h.round) in (select t.document_id, t.round from task t where ${condition}), false)`
  if (filters.health) parts.push(OF_HEALTH[filters.health])
  if (filters.no) parts.push(`h.no ilike ${values.add(contained(filters.no))}`)
  if (filters.documentType) parts.push(`h.document_type = ${values.add(filters.documentType)}`)
  if (filters.organisation) {
    const code = values.add(filters.organisation)
    parts.push(
      `exists (select from line l join organisation o on o.id = l.ancestor where l.id = h.scope_id and o.code = ${code})`,
    )
  }
  if (filters.step) {
    const word = values.add(contained(filters.step))
    parts.push(someTask(`(t.step_name ->> 'zh' ilike ${word} or t.step_name ->> 'en' ilike ${word})`))
  }
  if (filters.holder) {
    const word = values.add(contained(filters.holder))
    const named = (alias: string) =>
      `(${alias}.account ilike ${word} or ${alias}.name_zh ilike ${word} or ${alias}.name_en ilike ${word})`
    parts.push(
      someTask(
        `(${named('t')} or t.principal_id is not null and exists (select from app_user p where p.id = t.principal_id and ${named('p')}))`,
      ),
    )
  }
  if (filters.days !== undefined)
    parts.push(`h.since <= ${values.add(new Date(now.getTime() - filters.days * 86_400_000))}`)
  return parts.join(' and ')
}

export interface HealthRow {
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly no: string
  readonly state: string
  readonly started_at: Date
  readonly amount: string | null
  readonly currency: string | null
  readonly since: Date | null
  readonly limit_at: Date | null
  readonly usual_minutes: number | null
  readonly escalated: boolean
  readonly stuck: string | null
  readonly slow: string | null
  readonly drafter_account: string
  readonly drafter_zh: string
  readonly drafter_en: string
  readonly organisation_zh: string
  readonly organisation_en: string
  readonly steps: readonly { readonly key: string; readonly name: Readonly<Record<Language, string>> }[] | null
  readonly tasks: readonly TaskJson[] | null
  readonly effects: readonly EffectJson[] | null
  readonly total: number
}

export interface TaskJson {
  readonly id: string
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly principal: { readonly account: string; readonly name_zh: string; readonly name_en: string } | null
  readonly kind: string
  readonly step_key: string
  readonly step_name: Readonly<Record<Language, string>>
  readonly created_at: string
  readonly active: boolean
  readonly may_decide: boolean
  readonly holds_role: boolean
}

export interface EffectJson {
  readonly effect: string
  readonly receiver: string
  readonly line: number | null
  readonly attempts: number
  readonly last_error: { readonly key: string; readonly params: Readonly<Record<string, string | number>> } | null
}

export interface MonitorPage {
  readonly sort: keyof typeof MONITOR_SORTS
  readonly isDown: boolean
  /** Null: no limit. */
  readonly limit: number | null
  readonly offset: number
}

/** One page of matches, and their number. */
export function healthPage(measure: Measure, filters: MonitorFilters, page: MonitorPage): Statement<HealthRow> {
  const values = new Values()
  const health = healthSql(measure, values)
  const where = conditions(filters, measure.now, values)
  // Approvals without an assignee come before those waiting longest.
  const direction = page.isDown ? 'desc nulls last' : page.sort === 'since' ? 'asc nulls first' : 'asc nulls last'
  const order = `${MONITOR_SORTS[page.sort]} ${direction}, document_id ${page.isDown ? 'desc' : 'asc'}`
  const text = `with ${health}, page as (
      select h.*, count(*) over ()::int as total from health h where ${where}
      order by ${order} limit ${values.add(page.limit)} offset ${values.add(page.offset)}
    )
    select p.*, d.account as drafter_account, d.name_zh as drafter_zh, d.name_en as drafter_en,
      o.name_zh as organisation_zh, o.name_en as organisation_en,
      (select jsonb_agg(jsonb_build_object('key', s.value ->> 'key', 'name', s.value -> 'name') order by s.ordinality)
        from approval_instance i, jsonb_array_elements(i.steps) with ordinality s
        where i.document_id = p.document_id and i.round = p.round and i.state = 'running' and s.value ->> 'status' = 'current') as steps,
      (select jsonb_agg(jsonb_build_object('id', t.id::text, 'account', t.account, 'name_zh', t.name_zh, 'name_en', t.name_en,
          'principal', (select jsonb_build_object('account', q.account, 'name_zh', q.name_zh, 'name_en', q.name_en) from app_user q where q.id = t.principal_id),
          'kind', t.kind, 'step_key', t.step_key, 'step_name', t.step_name, 'created_at', t.created_at, 'active', t.active,
          'may_decide', t.may_decide, 'holds_role', t.holds_role) order by t.id)
        from task t where t.document_id = p.document_id and t.round = p.round) as tasks,
      (select jsonb_agg(jsonb_build_object('effect', e.effect, 'receiver', e.receiver, 'line', e.line, 'attempts', e.attempts, 'last_error', e.last_error)
          order by e.effect, e.receiver, e.line)
        from document_effect e where e.document_id = p.document_id and e.round = p.round and e.state = 'failedPushed') as effects
    from page p join app_user d on d.id = p.drafter_id join organisation o on o.id = p.scope_id
    order by ${order.replaceAll(/\b(since|started_at|no|limit_at|document_id)\b/g, 'p.$1')}`
  return { text, values: values.list }
}

export type HealthCounts = Readonly<Record<Monitored, number>>

/** The number of each kind. */
export function healthCounts(measure: Measure): Statement<HealthCounts> {
  const values = new Values()
  const text = `with ${healthSql(measure, values)}
    select ${Object.entries(OF_HEALTH)
      .map(([name, condition]) => `count(*) filter (where ${condition})::int as ${name}`)
      .join(', ')} from health h`
  return { text, values: values.list }
}

/** The number of matches. */
export function healthTotal(measure: Measure, filters: MonitorFilters): Statement<{ total: number }> {
  const values = new Values()
  const health = healthSql(measure, values)
  const where = conditions(filters, measure.now, values)
  return { text: `with ${health} select count(*)::int as total from health h where ${where}`, values: values.list }
}
