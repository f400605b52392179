import type { Scope } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Reason, STATUS } from '#kernel/services/downloads/download-task.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { ImportMode } from './import-wire.ts'
import type { ImportState } from '#kernel/services/downloads/import-card.ts'
import { importErrors } from './imports.errors.ts'

export interface ImportRun {
  readonly id: string
  readonly task_id: string
  readonly user_id: number
  readonly kind: string
  readonly params: Readonly<Record<string, unknown>>
  readonly language: Language
  readonly file_key: string
  readonly file_name: string
  readonly file_size: number
  readonly file_sha256: string
  /** Scope of the person who read its rows; null for old runs. */
  readonly scope: Scope | null
  readonly state: ImportState
  readonly prior_state: ImportState | null
  readonly mode: ImportMode | null
  /** The reason with which rows that ask for one were confirmed. */
  readonly confirmation: string | null
  readonly version: number
  readonly start: number
  readonly attempts: number
  readonly phase_at: Date
  readonly rows_done: number
  readonly rows_to_do: number | null
  readonly rows_create: number
  readonly rows_update: number
  readonly rows_same: number
  readonly rows_bad: number
  readonly rows_removed: number
  readonly rows_applied: number
  readonly rows_undone: number
  readonly warnings: readonly Reason[]
  readonly reason: Reason | null
  readonly result_url: string | null
  readonly last_key: string | null
  readonly request_id: string
  readonly address: string | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly purged_at: Date | null
}

export const COLUMNS = `id, task_id, user_id, kind, params, language, file_key, file_name, file_size, file_sha256, scope, state, prior_state, mode, version, start,
  attempts, phase_at, rows_done, rows_to_do, rows_create, rows_update, rows_same, rows_bad, rows_removed, rows_applied, rows_undone, warnings, reason,
  result_url, last_key, request_id, address, created_at, updated_at, purged_at, confirmation`

/** States in which a worker is busy with it. */
export const AT_WORK = `('reading', 'running', 'undoing')`

export function isAtWork({ state }: Pick<ImportRun, 'state'>): boolean {
  return state === 'reading' || state === 'running' || state === 'undoing'
}

/** Valid rows with changes that are not written. */
export function pendingRows(run: ImportRun): number {
  return run.rows_create + run.rows_update - run.rows_applied
}

const mine = prepared<ImportRun>('imports.mine', `select ${COLUMNS} from import_run where id = $1 and user_id = $2`)
// Rows being written refer to their run: a lock on its key would wait for all of them.
const lockMine = prepared<ImportRun>(
  'imports.lock-mine',
  `select ${COLUMNS} from import_run where id = $1 and user_id = $2 for no key update`,
)
const idOf = (id: string) => (/^\d{1,18}$/.test(id) ? id : '0')

/** Another person's run answers like a missing one. */
export function runOf(userId: number, id: string): Statement<ImportRun> {
  return mine(idOf(id), userId)
}
export function lockRunOf(userId: number, id: string): Statement<ImportRun> {
  return lockMine(idOf(id), userId)
}
/** A card acts on the current run, not on the version when the card was drawn: the version is read under the lock. */
export const runOfTask = prepared<{ id: string; version: number }>(
  'imports.of-task',
  'select id, version from import_run where task_id = $1 and user_id = $2 for update',
)
export const runOfUpload = prepared<ImportRun>(
  'imports.of-upload',
  `select ${COLUMNS} from import_run where user_id = $1 and upload_key = $2`,
)
const MINE = 'user_id = $1 and kind = any($2::text[]) and ($3::text is null or state = $3)'
export const runPage = prepared<ImportRun>(
  'imports.page',
  `select ${COLUMNS} from import_run where ${MINE} order by id desc limit $4 offset $5`,
)
export const runCount = prepared<{ total: number }>(
  'imports.count',
  `select count(*)::int as total from import_run where ${MINE}`,
)
export const countAtWork = prepared<{ total: number }>(
  'imports.count-at-work',
  `select count(*)::int as total from import_run where user_id = $1 and state in ${AT_WORK}`,
)

export interface SameFile {
  readonly id: string
  readonly user_id: number
  readonly name_zh: string
  readonly name_en: string
  readonly created_at: Date
  readonly state: ImportState
}
/** Earlier imports of the same bytes: one's own run first, then written ones, then the latest. */
export const sameFile = prepared<SameFile>(
  'imports.same-file',
  `select r.id, r.user_id, u.name_zh, u.name_en, r.created_at, r.state from import_run r join app_user u on u.id = r.user_id
   where r.kind = $1 and r.file_sha256 = $2 and r.id < $3 and r.state not in ('failed', 'discarded')
   order by r.user_id = $4 desc, r.state = 'done' desc, r.id desc limit 1`,
)

const lockById = prepared<ImportRun>(
  'imports.lock',
  `select ${COLUMNS} from import_run where id = $1 for no key update`,
)
const byId = prepared<ImportRun>('imports.by-id', `select ${COLUMNS} from import_run where id = $1`)

/** The current run, for the worker of this start; null where another start replaced it. Takes no lock. */
export async function runAtStart(tx: Tx, { id, start }: Pick<ImportRun, 'id' | 'start'>): Promise<ImportRun | null> {
  return ofStart(await tx.first(byId(id)), start)
}
/** The same with a lock until the transaction ends. */
export async function lockAtStart(tx: Tx, { id, start }: Pick<ImportRun, 'id' | 'start'>): Promise<ImportRun | null> {
  return ofStart(await tx.first(lockById(id)), start)
}
function ofStart(run: ImportRun | undefined, start: number): ImportRun | null {
  return run && run.start === start && isAtWork(run) ? run : null
}

const insertTask = prepared<{ id: string }>(
  'imports.insert-task',
  `insert into download_task (user_id, name, type, request, request_hash, created_at, updated_at)
   values ($1, $2, 1, $3, $4, $5, $5) returning id`,
)
const insertRun = prepared<ImportRun>(
  'imports.insert',
  `insert into import_run (task_id, user_id, kind, params, language, file_key, file_name, file_size, file_sha256, state, phase_at, upload_key,
     request_id, created_at, updated_at, scope, address)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'reading', $10, $11, $12, $10, $10, $13, $14) returning ${COLUMNS}`,
)

export interface NewRun {
  readonly userId: number
  readonly kind: string
  readonly params: Readonly<Record<string, unknown>>
  readonly language: Language
  readonly fileKey: string
  readonly fileName: string
  readonly fileSize: number
  readonly sha256: string
  readonly uploadKey: string | null
  readonly scope: Scope
  readonly requestId: string
  readonly address: string | null
  readonly at: Date
}

/** Inserts the run with its card in the download centre, and requests that its file be read. */
export async function insertImport(tx: Tx, run: NewRun): Promise<ImportRun> {
  const { userId, kind, fileKey, at } = run
  const task = await tx.first(insertTask(userId, run.fileName, JSON.stringify({ import: kind }), fileKey, at))
  const made = await tx.first(
    insertRun(
      task?.id,
      userId,
      kind,
      JSON.stringify(run.params),
      run.language,
      fileKey,
      run.fileName,
      run.fileSize,
      run.sha256,
      at,
      run.uploadKey,
      run.requestId,
      JSON.stringify(run.scope),
      run.address,
    ),
  )
  if (!made) throw new Error('no run was made')
  await tx.run(ask(made.id, made.start))
  return made
}

export const REQUESTED = 'import.requested'
/** One outbox row; the relay passes it to the job queue after the commit. */
const ask = prepared(
  'imports.ask',
  `insert into outbox (topic, payload) values ('${REQUESTED}', jsonb_build_object('importId', $1::text, 'start', $2::int))`,
)
/** Lists whose totals and open pages are updated. */
const changed = prepared(
  'imports.changed',
  `insert into outbox (topic, payload) values ('import.applied', jsonb_build_object('kinds', $1::text[]))`,
)
export function listsChanged(kinds: readonly string[]): readonly Statement[] {
  return kinds.length > 0 ? [changed(kinds)] : []
}

/** The run is locked: counts are updated with the batch, on the card too. A heartbeat may have reported some of its rows before. */
export const countApplied = prepared(
  'imports.count-applied',
  `with run as (
     update import_run set rows_applied = rows_applied + $2::int, rows_done = least(rows_done + $3::int, rows_to_do), beat_at = now(), updated_at = $4
     where id = $1 returning task_id, rows_done
   )
   update download_task t set rows_done = run.rows_done, updated_at = $4 from run where t.id = run.task_id`,
)
export const countUndone = prepared(
  'imports.count-undone',
  'update import_run set rows_applied = rows_applied - $2::int, rows_undone = rows_undone + $2::int, rows_done = $2::int, updated_at = $3 where id = $1',
)
const keepScope = prepared('imports.keep-scope', 'update import_run set scope = $2 where id = $1')
/** Records the scope under which rows are read, or read again. */
export function readWith({ id }: Pick<ImportRun, 'id'>, scope: Scope): Statement {
  return keepScope(id, JSON.stringify(scope))
}
/** Its rows were corrected. */
export const touchRun = prepared<ImportRun>(
  'imports.touch',
  `update import_run set version = version + 1, last_key = coalesce($2, last_key), updated_at = $3 where id = $1 returning ${COLUMNS}`,
)
/** Runs whose file and rows have expired. */
export const purgeRuns = prepared<ImportRun>(
  'imports.purge',
  `update import_run set purged_at = $2 where id in (
     select id from import_run where purged_at is null and updated_at < $1 and state not in ${AT_WORK} order by updated_at limit $3 for update skip locked
   ) returning ${COLUMNS}`,
)
export const neededFiles = prepared<{ file_key: string }>(
  'imports.needed-files',
  'select file_key from import_run where file_key = any($1::text[]) and purged_at is null',
)
export const keepWarnings = prepared('imports.keep-warnings', 'update import_run set warnings = $2 where id = $1')

/** A state transition of a run; omitted values stay. */
export interface ImportTransition {
  readonly state: ImportState
  readonly reason?: Refusal | Reason | null
  readonly mode?: ImportMode
  readonly confirmation?: string
  readonly priorState?: ImportState
  /** For a phase that begins. */
  readonly toDo?: number
  readonly resultUrl?: string | null
  readonly key?: string | null
  readonly requestId?: string
  readonly address?: string | null
}

const move = prepared<ImportRun>(
  'imports.move',
  `update import_run set state = $2, reason = $3, mode = coalesce($4, mode), prior_state = $5, result_url = coalesce($6, result_url),
     last_key = coalesce($7, last_key), request_id = coalesce($8, request_id), address = coalesce($11, address), confirmation = coalesce($12, confirmation), updated_at = $9, version = version + 1, start = start + 1,
     attempts = 0, beat_at = now(), phase_at = case when $2 in ${AT_WORK} then $9 else phase_at end,
     rows_done = case when $2 in ${AT_WORK} then 0 else rows_done end, rows_to_do = case when $2 in ${AT_WORK} then $10 else rows_to_do end
   where id = $1 returning ${COLUMNS}`,
)
const moveCard = prepared(
  'imports.move-card',
  'update download_task set status = $2, result = $3, rows_done = $4, rows_total = $5, updated_at = $6, beat_at = now() where id = $1',
)

const CARD: Readonly<Record<ImportState, number>> = {
  reading: STATUS.processing,
  checked: STATUS.processing,
  running: STATUS.processing,
  undoing: STATUS.processing,
  done: STATUS.success,
  stopped: STATUS.failed,
  failed: STATUS.failed,
  undone: STATUS.failed,
  discarded: STATUS.failed,
}

/** The one writer of a run's state and of its card. The caller holds the run's lock. Workers of earlier starts are invalidated. */
export async function moveRun(tx: Tx, run: ImportRun, to: ImportTransition, at: Date): Promise<ImportRun> {
  const reason = reasonText(to.reason)
  const moved = await tx.first(
    move(
      run.id,
      to.state,
      reason,
      to.mode ?? null,
      to.priorState ?? null,
      to.resultUrl ?? null,
      to.key ?? null,
      to.requestId ?? null,
      at,
      to.toDo ?? null,
      to.address ?? null,
      to.confirmation ?? null,
    ),
  )
  if (!moved) throw new Error('the run is gone')
  await tx.run(moveCard(moved.task_id, CARD[moved.state], cardReason(moved), moved.rows_done, moved.rows_to_do, at))
  if (isAtWork(moved)) await tx.run(ask(moved.id, moved.start))
  return moved
}

function reasonText(reason: Refusal | Reason | null | undefined): string | null {
  return reason ? JSON.stringify({ key: reason.key, params: reason.params }) : null
}

/** The card's text on how it ended; a success shows the number of rows by itself. */
function cardReason(run: ImportRun): string | null {
  if (run.state === 'undone') return reasonText(importErrors.undone({ rows: run.rows_undone }))
  if (run.state === 'discarded' && !run.reason) return reasonText(importErrors.discarded())
  return reasonText(run.reason)
}
