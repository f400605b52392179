import type { Limits, Scope } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { ImportState } from './import-card.ts'
import type { ExportRequest } from '#kernel/platform/exports/list-export.ts'

/** Numbers on the wire (spec section 3). */
export const TYPE = { import: 1, download: 2 } as const
export const STATUS = { processing: 1, success: 2, failed: 3 } as const

/** A reason whose text is chosen in the reader's language. */
export type Reason = Pick<Refusal, 'key' | 'params'>

export interface DownloadTask {
  readonly id: string
  readonly user_id: number
  readonly name: string
  readonly type: number
  readonly status: number
  readonly request: ExportRequest
  readonly run: number
  readonly attempts: number
  readonly rows_done: number
  readonly rows_total: number | null
  readonly result: Reason | null
  readonly file_key: string | null
  readonly file_size: string | null
  readonly file_scope: Scope | null
  readonly file_limits: Limits | null
  /** Files from before organisations were stored have only the names. */
  readonly file_rights: readonly (UsedRight | string)[] | null
  readonly started_at: Date | null
  readonly polled_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly expires_at: Date | null
}

/** A right that the file's content depends on, and where it was held then. */
export type UsedRight = readonly [right: string, scope: Scope]

/** A task as the download centre lists it: for an import also its kind, its state, and the uploaded file. */
export interface ListedTask extends DownloadTask {
  readonly import_id: string | null
  readonly phase: ImportState | null
  readonly original_key: string | null
  readonly original_size: number | null
  readonly original_purged_at: Date | null
  readonly run_updated_at: Date | null
  readonly file_rows: number | null
}

/** The payload of the queue's job: the task, and its start. A later start invalidates it. */
export interface DownloadJob {
  readonly taskId: string
  readonly run: number
}

export const REQUESTED = 'download.requested'
/** Most attempts of one request: a task that ended its worker three times would do so a fourth time. */
export const MOST_ATTEMPTS = 3
/** Running tasks per person: the next waits until one has ended. */
export const MOST_RUNNING = 10
/** A task without a heartbeat for this long has lost its worker. */
const LOST_AFTER = '15 seconds'

const columns = `id, user_id, name, type, status, request, run, attempts, rows_done, rows_total, result, file_key, file_size,
  file_scope, file_limits, file_rights, started_at, polled_at, created_at, updated_at, expires_at`

/** One outbox row; the relay passes it to the job queue after the commit. */
const request = prepared(
  'downloads.request',
  `insert into outbox (topic, payload) values ('${REQUESTED}', jsonb_build_object('taskId', $1::text, 'run', $2::int))`,
)

const insert = prepared<{ id: string }>(
  'downloads.insert',
  `insert into download_task (user_id, name, type, request, request_hash, rows_total, created_at, updated_at)
   values ($1, $2, ${TYPE.download}, $3, $4, $5, $6, $6)
   on conflict (user_id, request_hash) where status = ${STATUS.processing} do nothing returning id`,
)
const running = prepared<{ id: string; request_hash: string }>(
  'downloads.running',
  `select id, request_hash from download_task where user_id = $1 and status = ${STATUS.processing} and type = ${TYPE.download}`,
)

export interface NewTask {
  readonly userId: number
  readonly name: string
  readonly request: ExportRequest
  readonly requestHash: string
  readonly rowsTotal: number
  readonly at: Date
}

/** Ids of the person's running tasks, by request. */
export async function runningTasks(tx: Tx, userId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows(running(userId))
  return new Map(rows.map(({ id, request_hash }) => [request_hash, id]))
}

/** Null where the same person's equal request is already running. */
export async function startTask(tx: Tx, task: NewTask): Promise<string | null> {
  const { userId, name, requestHash, rowsTotal, at } = task
  const made = await tx.first(insert(userId, name, JSON.stringify(task.request), requestHash, rowsTotal, at))
  if (!made) return null
  await tx.run(request(made.id, 0))
  return made.id
}

const mine = prepared<DownloadTask>(
  'downloads.mine',
  `select ${columns} from download_task where id = $1 and user_id = $2`,
)

/** Another person's task answers like a missing one. */
export function taskOf(userId: number, id: string): Statement<DownloadTask> {
  return mine(/^\d{1,18}$/.test(id) ? id : '0', userId)
}

export const taskByFile = prepared<DownloadTask>(
  'downloads.by-file',
  `select ${columns} from download_task where file_key = $1`,
)

const mineMatch = `user_id = $1 and created_at >= $2 and ($3::smallint is null or type = $3) and ($4::smallint is null or status = $4)`
export const taskPage = prepared<ListedTask>(
  'downloads.page',
  `select ${columns}, i.* from download_task left join lateral (
     select r.id as import_id, r.state as phase, r.file_key as original_key, r.file_size as original_size, r.purged_at as original_purged_at,
       r.updated_at as run_updated_at, r.rows_create + r.rows_update + r.rows_same + r.rows_bad + r.rows_removed as file_rows
     from import_run r where r.task_id = download_task.id
   ) i on true
   where ${mineMatch} order by id desc limit $5 offset $6`,
)
export const taskCount = prepared<{ total: number }>(
  'downloads.count',
  `select count(*)::int as total from download_task where ${mineMatch}`,
)

/** The newest of the person's equal requests, for a polled call. */
export const lastTask = prepared<DownloadTask>(
  'downloads.last',
  `select ${columns} from download_task where user_id = $1 and request_hash = $2 order by id desc limit 1`,
)
export const markPolled = prepared('downloads.polled', 'update download_task set polled_at = $2 where id = $1')

/** Only a running one is cancelled; its worker notices at its next heartbeat. */
export const cancelTask = prepared<{ id: string }>(
  'downloads.cancel',
  `update download_task set status = ${STATUS.failed}, result = $3, updated_at = $4
   where id = $1 and user_id = $2 and type = ${TYPE.download} and status = ${STATUS.processing} returning id`,
)

/** Begins a new start, which invalidates the previous one. */
const again = prepared<{ run: number }>(
  'downloads.again',
  `update download_task t set status = ${STATUS.processing}, run = t.run + 1, result = null, attempts = 0, rows_done = 0, file_key = null, file_size = null,
     file_scope = null, file_limits = null, file_rights = null, expires_at = null, started_at = $3, updated_at = $3, beat_at = now()
   where t.id = $1 and t.user_id = $2 and t.type = ${TYPE.download} and t.status = ${STATUS.failed}
     and not exists (select from download_task o where o.user_id = t.user_id and o.request_hash = t.request_hash and o.status = ${STATUS.processing})
   returning t.run`,
)

function isSecond(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'download_task__once'
}

/** False where it did not fail, or an equal request is already running. */
export async function retryTask(tx: Tx, userId: number, id: string, at: Date): Promise<boolean> {
  const task = await tx.first(again(id, userId, at)).catch((error: unknown) => {
    // An equal one was started at the same moment; the transaction ends here.
    if (!isSecond(error)) throw error
    return undefined
  })
  if (task) await tx.run(request(id, task.run))
  return task !== undefined
}

/** Claims one start: of several workers, and of a job thought lost, only one gets it. */
export const claimTask = prepared<DownloadTask>(
  'downloads.claim',
  `update download_task set run = run + 1, attempts = attempts + 1, rows_done = 0, started_at = $3, beat_at = now()
   where id = $1 and run = $2 and status = ${STATUS.processing} returning ${columns}`,
)

/** Heartbeat with progress; returns no row where the task has another start. */
export const beatTask = prepared<{ id: string }>(
  'downloads.beat',
  `update download_task set rows_done = $3, rows_total = coalesce($4, rows_total), beat_at = now(), updated_at = $5
   where id = $1 and run = $2 and status = ${STATUS.processing} returning id`,
)

const finish = prepared<{ id: string }>(
  'downloads.finish',
  `update download_task set status = ${STATUS.success}, rows_done = $3, rows_total = $3, file_key = $4, file_size = $5, file_scope = $6,
     updated_at = $7, expires_at = $8, file_rights = $9, name = $10, file_limits = $11
   where id = $1 and run = $2 and status = ${STATUS.processing} returning id`,
)

export interface FinishedFile {
  readonly rows: number
  /** Includes the time of its data. */
  readonly name: string
  readonly key: string
  readonly size: number
  readonly scope: Scope
  readonly limits: Limits
  readonly rights: readonly UsedRight[]
  readonly at: Date
  readonly expires: Date
}

export function finishTask(id: string, run: number, file: FinishedFile): Statement<{ id: string }> {
  const { rows, name, key, size, scope, limits, rights, at, expires } = file
  const kept = [scope, rights, limits].map((value) => JSON.stringify(value))
  return finish(id, run, rows, key, size, kept[0], at, expires, kept[1], name, kept[2])
}

export const failTask = prepared<{ id: string }>(
  'downloads.fail',
  `update download_task set status = ${STATUS.failed}, result = $3, updated_at = $4
   where id = $1 and run = $2 and status = ${STATUS.processing} returning id`,
)

/** Returns a start for the next worker. An interruption ($3) does not count as an attempt. */
export const giveBack = prepared(
  'downloads.give-back',
  `with given as (
     update download_task set attempts = attempts - $3::int, beat_at = now()
     where id = $1 and run = $2 and status = ${STATUS.processing} returning id, run
   )
   insert into outbox (topic, payload) select '${REQUESTED}', jsonb_build_object('taskId', id::text, 'run', run) from given`,
)

/** Restarts tasks whose worker or job is lost: `kill -9` leaves a job locked for hours. A job that still exists is replaced by itself. */
export const askAgain = prepared(
  'downloads.ask-again',
  `with lost as (
     update download_task set beat_at = now()
     where type = ${TYPE.download} and status = ${STATUS.processing} and beat_at < now() - interval '${LOST_AFTER}' returning id, run
   )
   insert into outbox (topic, payload)
   select '${REQUESTED}', jsonb_build_object('taskId', id::text, 'run', run) from lost`,
)

/**
 * Files past their expiry: their tasks are marked, and the files may be removed. The end of the work stays, since its
 * duration is displayed.
 */
export const expireTasks = prepared<{ file_key: string; user_id: number; id: string }>(
  'downloads.expire',
  `with over as (select id, file_key from download_task where file_key is not null and expires_at <= $1 for update skip locked)
   update download_task t set status = ${STATUS.failed}, result = $2, file_key = null, file_size = null, file_scope = null
   from over where t.id = over.id returning over.file_key, t.user_id, t.id`,
)

export const neededFiles = prepared<{ file_key: string }>(
  'downloads.needed-files',
  'select file_key from download_task where file_key = any($1::text[])',
)
/** Ended tasks; the card of an import is removed with its run. */
export const forgetTasks = prepared<{ file_key: string | null }>(
  'downloads.forget',
  `delete from download_task t where created_at < $1 and status <> ${STATUS.processing}
     and not exists (select from import_run r where r.task_id = t.id) returning file_key`,
)

/** Names of queue jobs: small files do not wait behind large ones and run among the short jobs. */
export const JOBS = { large: 'runDownload', small: 'runSmallDownload' } as const

/** Unnamed, because a cached plan would not survive an upgrade of the queue. */
export function queueJobs(jobs: readonly DownloadJob[], smallRows: number): Statement {
  return {
    text: `select (graphile_worker.add_job(case when t.rows_total <= $3 then '${JOBS.small}' else '${JOBS.large}' end,
       json_build_object('taskId', job.id, 'run', job.run),
       job_key => 'download:' || job.id || ':' || job.run, job_key_mode => 'preserve_run_at')).id
     from unnest($1::text[], $2::int[]) as job (id, run) join download_task t on t.id = job.id::bigint`,
    values: [jobs.map(({ taskId }) => taskId), jobs.map(({ run }) => run), smallRows],
  }
}
