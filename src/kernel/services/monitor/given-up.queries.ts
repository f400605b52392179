import type { Differing } from '#kernel/engine/document/compare-registry.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { ListPlace } from '#kernel/engine/read-list/serving.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

// Figure and list read the same rows: both conditions stand here once.

const hasQueue = prepared<{ there: boolean }>(
  'monitor.has-queue',
  `select to_regclass('graphile_worker.jobs') is not null as there`,
)

/** The first worker creates the tables of the queue. */
export async function queueExists(tx: Tx): Promise<boolean> {
  return (await tx.first(hasQueue()))?.there ?? false
}

const GIVEN_UP = 'j.attempts >= j.max_attempts and j.last_error is not null and j.locked_at is null'

export interface JobFilters {
  readonly kind?: string
  readonly error?: string
}

const jobsWhere = ({ kind = '', error = '' }: JobFilters) => ({
  text: `${GIVEN_UP} and ($1 = '' or j.task_identifier = $1) and strpos(lower(j.last_error), $2) > 0`,
  values: [kind, error.trim().toLowerCase()],
})

/** Statements over the queue are unnamed, because a cached plan would not survive its upgrade. */
export function givenUpCount(filters: JobFilters = {}): Statement<{ total: number }> {
  const { text, values } = jobsWhere(filters)
  return { text: `select count(*)::int as total from graphile_worker.jobs j where ${text}`, values }
}

export interface JobRow {
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly last_error: string
  readonly created_at: Date
  readonly since: Date
  readonly subject: string | null
  readonly name_zh: string | null
  readonly name_en: string | null
}

/** The queue keeps when the next attempt would be, which is so long after the last one. */
const LAST_ATTEMPT = `j.run_at - exp(least(j.attempts, 10)) * interval '1 second'`

/** Jobs of files and imports have a key that names them. */
export function givenUpPage(filters: JobFilters, { limit, offset }: ListPlace): Statement<JobRow> {
  const { text, values } = jobsWhere(filters)
  return {
    text: `select j.id::text as id, j.task_identifier as kind, j.attempts, j.last_error, j.created_at, ${LAST_ATTEMPT} as since,
        t.name as subject, u.name_zh, u.name_en
      from graphile_worker.jobs j
        left join import_run r on r.id = case when j.key ~ '^import:[0-9]+:' then split_part(j.key, ':', 2)::bigint end
        left join download_task t on t.id = case when j.key ~ '^download:[0-9]+:' then split_part(j.key, ':', 2)::bigint else r.task_id end
        left join app_user u on u.id = t.user_id
      where ${text} order by j.run_at desc, j.id desc limit $3 offset $4`,
    values: [...values, limit, offset],
  }
}

/**
 * Jobs begin anew, with all their attempts and before what waits. None acts twice: repeated work finds nothing to do, and a file or an import
 * that was started again since belongs to that start.
 */
export const retryJobs = (ids: readonly string[]): Statement<{ changed: number }> => ({
  text: `select count(*)::int as changed from graphile_worker.reschedule_jobs(
      array(select j.id from graphile_worker.jobs j where j.id = any ($1::bigint[]) and ${GIVEN_UP}), run_at => 'epoch', attempts => 0)`,
  values: [ids],
})

export interface NoticeFilters {
  readonly days?: string
  readonly person?: string
  readonly channel?: string
  readonly error?: string
}

/** Of so many days: the figure is of a week. */
export const UNDELIVERED = `d.state = 'failed' and ($1 = '' or d.ended_at > product_now() - make_interval(days => nullif($1, '')::int))`

const noticeValues = ({ days = '', person = '', channel = '', error = '' }: NoticeFilters) => [
  days,
  person.trim().toLowerCase(),
  channel,
  error.trim().toLowerCase(),
]

const NOTICES = `notification_delivery d join app_user u on u.id = d.user_id
  where ${UNDELIVERED} and strpos(lower(concat_ws(' ', u.account, u.name_zh, u.name_en)), $2) > 0
    and ($3 = '' or d.channel = $3) and strpos(lower(coalesce(d.last_error, '')), $4) > 0`

const countNotices = prepared<{ total: number }>(
  'monitor.undelivered-count',
  `select count(*)::int as total from ${NOTICES}`,
)
export const undeliveredCount = (filters: NoticeFilters = {}) => countNotices(...noticeValues(filters))

export interface UndeliveredRow {
  readonly id: string
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly channel: string
  readonly kind: string
  /** Kinds of the notifications in it. */
  readonly kinds: readonly string[] | null
  readonly attempts: number
  readonly last_error: string | null
  readonly created_at: Date
  readonly ended_at: Date
}

const pageOfNotices = prepared<UndeliveredRow>(
  'monitor.undelivered',
  `select d.id, u.account, u.name_zh, u.name_en, d.channel, d.kind, d.attempts, d.last_error, d.created_at, d.ended_at, (
     select array_agg(distinct n.kind) from notification_delivery_item i join notification n on n.id = i.notification_id
     where i.delivery_id = d.id) as kinds
   from ${NOTICES} order by d.ended_at desc, d.id limit $5 offset $6`,
)
export const undeliveredPage = (filters: NoticeFilters, { limit, offset }: ListPlace) =>
  pageOfNotices(...noticeValues(filters), limit, offset)

export interface DifferenceFilters {
  readonly night?: string
  readonly no?: string
}

/** A comparison that breaks off is tried again within hours: both tell of the same night. */
const LAST_NIGHT = `(select max(at) from document_comparison) - interval '12 hours'`

const DIFFERENCES = `document_difference d where ($1 = '' or d.at > ${LAST_NIGHT}) and strpos(d.no, $2) > 0`

const differenceValues = ({ night = '', no = '' }: DifferenceFilters) => [night, no.trim().toUpperCase()]

const countDifferences = prepared<{ total: number }>(
  'monitor.registry-count',
  `select count(*)::int as total from ${DIFFERENCES}`,
)
export const differenceCount = (filters: DifferenceFilters = {}) => countDifferences(...differenceValues(filters))

export interface DifferenceRow {
  readonly document_id: string
  readonly document_type: string
  readonly no: string
  readonly fields: readonly Differing[]
  readonly at: Date
}

const pageOfDifferences = prepared<DifferenceRow>(
  'monitor.registry',
  `select d.document_id::text, d.document_type, d.no, d.fields, d.at from ${DIFFERENCES}
   order by d.at desc, d.document_id limit $3 offset $4`,
)
export const differencePage = (filters: DifferenceFilters, { limit, offset }: ListPlace) =>
  pageOfDifferences(...differenceValues(filters), limit, offset)
