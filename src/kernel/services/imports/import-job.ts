import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { AT_WORK, COLUMNS, type ImportRun, REQUESTED } from './import-run.ts'

/** The payload of the queue's job: the run, and its start. A later start invalidates it. */
export interface ImportJob {
  readonly importId: string
  readonly start: number
}

/** Most attempts of one phase: one that ended its worker three times would do so a fourth time. */
export const MOST_ATTEMPTS = 3
/** A run without a heartbeat for this long has lost its worker. */
const LOST_AFTER = '15 seconds'

/** Claims one start: of several workers, and of a job thought lost, only one gets it. */
export const claimRun = prepared<ImportRun>(
  'imports.claim',
  `update import_run set start = start + 1, attempts = attempts + 1, beat_at = now()
   where id = $1 and start = $2 and state in ${AT_WORK} returning ${COLUMNS}`,
)
/** Heartbeat with progress, on the card too; returns no row where the run has another start. */
export const beatRun = prepared<{ id: string }>(
  'imports.beat',
  `with run as (
     update import_run set rows_done = greatest(rows_done, $3), rows_to_do = coalesce($4, rows_to_do), beat_at = now()
     where id = $1 and start = $2 and state in ${AT_WORK} returning id, task_id, rows_done, rows_to_do
   ), card as (
     update download_task t set rows_done = run.rows_done, rows_total = run.rows_to_do, updated_at = $5 from run where t.id = run.task_id
   ) select id from run`,
)
/** Returns a start for the next worker. An interruption ($3) does not count as an attempt. */
export const giveBackRun = prepared(
  'imports.give-back',
  `with given as (
     update import_run set attempts = attempts - $3::int, beat_at = now() where id = $1 and start = $2 and state in ${AT_WORK} returning id, start
   )
   insert into outbox (topic, payload) select '${REQUESTED}', jsonb_build_object('importId', id::text, 'start', start) from given`,
)
/** Restarts runs whose worker or job is lost. */
export const askRunsAgain = prepared(
  'imports.ask-again',
  `with lost as (
     update import_run set beat_at = now() where state in ${AT_WORK} and beat_at < now() - interval '${LOST_AFTER}' returning id, start
   )
   insert into outbox (topic, payload) select '${REQUESTED}', jsonb_build_object('importId', id::text, 'start', start) from lost`,
)
/** Unnamed, because a cached plan would not survive an upgrade of the queue. */
export function queueImports(jobs: readonly ImportJob[]): Statement {
  return {
    text: `select (graphile_worker.add_job('runImport', json_build_object('importId', id, 'start', start),
       job_key => 'import:' || id || ':' || start, job_key_mode => 'preserve_run_at')).id
     from unnest($1::text[], $2::int[]) as job (id, start)`,
    values: [jobs.map(({ importId }) => importId), jobs.map(({ start }) => start)],
  }
}
