import { type QueryPage, PAGE } from '#kernel/platform/db/page.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { RefusedView, RunKind, RunState, RunView } from '../integration-wire.ts'
import { type LogFilters, settingOf, whereOf } from './log-filters.server.ts'

type Kept = Pick<Refusal, 'key' | 'params'>

export interface RunLogRow {
  readonly id: string
  readonly setting_code: string
  readonly setting_zh: string
  readonly setting_en: string
  readonly system_zh: string
  readonly system_en: string
  readonly record_zh: string
  readonly record_en: string
  readonly record_code: string
  readonly kind: RunKind
  readonly state: RunState
  readonly trigger: 'schedule' | 'manual'
  readonly by_zh: string | null
  readonly by_en: string | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly rows_read: number
  readonly rows_written: number
  readonly rows_unchanged: number
  readonly rows_refused: number
  readonly attempts: number
  readonly first_key: string | null
  readonly last_key: string | null
  readonly last_error: Kept | null
  readonly due_at: Date | null
  readonly is_stopping: boolean
}

export const RUN_FILTERS: LogFilters = {
  settingCode: { column: 'r.setting_code', kind: 'one' },
  systemCode: { column: 's.system_code', kind: 'one' },
  state: { column: 'r.state', kind: 'one' },
  kind: { column: 'r.kind', kind: 'one' },
  createdFrom: { column: 'r.created_at', kind: 'from' },
  createdTo: { column: 'r.created_at', kind: 'to' },
}

const COLUMNS = `r.id::text as id, r.setting_code, s.name_zh as setting_zh, s.name_en as setting_en, y.name_zh as system_zh, y.name_en as system_en,
  k.name_zh as record_zh, k.name_en as record_en, s.record_code, r.kind, r.state, r.trigger, u.name_zh as by_zh, u.name_en as by_en, r.created_at,
  r.started_at, r.ended_at, r.rows_read, r.rows_written, r.rows_unchanged, r.rows_refused, r.attempts, r.first_key, r.last_key,
  r.last_error, r.due_at, r.is_stopping`
const JOINS = `join sync_setting s on s.code = r.setting_code join external_system y on y.code = s.system_code
  join record_kind k on k.code = s.record_code left join app_user u on u.id = r.started_by`
const FROM = `sync_run r ${JOINS}`

/** All matches, for an export, which reads them through a cursor. */
export function allRuns(asked: Readonly<Record<string, unknown>>): Statement<RunLogRow> {
  const where = whereOf(RUN_FILTERS, asked)
  return {
    text: `select ${COLUMNS} from ${FROM} where ${where.sql} order by r.created_at desc, r.id desc`,
    values: where.values,
  }
}

const runsById = prepared<RunLogRow>(
  'integration.runs-listed',
  `select ${COLUMNS} from ${PAGE} join sync_run r on r.id = page.id ${JOINS} order by page.place`,
)

export function runPage(asked: Readonly<Record<string, unknown>>, limit: number, offset: number): QueryPage<RunLogRow> {
  const where = whereOf(RUN_FILTERS, asked)
  return {
    ids: {
      text: `select r.id::text as id from sync_run r${settingOf('r', where.sql)} where ${where.sql}
        order by r.created_at desc, r.id desc limit ${where.value(limit)} offset ${where.value(offset)}`,
      values: where.values,
    },
    rows: (ids) => runsById(ids),
  }
}

export function runCount(asked: Readonly<Record<string, unknown>>): Statement<{ total: number }> {
  const where = whereOf(RUN_FILTERS, asked)
  return {
    text: `select count(*)::int as total from (select from sync_run r${settingOf('r', where.sql)}
      where ${where.sql} limit ${TOTAL_LIMIT + 1}) c`,
    values: where.values,
  }
}

export const runById = prepared<RunLogRow>('integration.run', `select ${COLUMNS} from ${FROM} where r.id = $1`)
export const lastRuns = prepared<RunLogRow>(
  'integration.last-runs',
  `select ${COLUMNS} from ${FROM} where r.setting_code = $1 order by r.id desc limit $2`,
)

interface RefusedRow {
  readonly position: number
  readonly record_key: string | null
  readonly row: unknown
  readonly reasons: readonly Kept[]
}
export const refusedRows = prepared<RefusedRow>(
  'integration.refused-rows',
  `select position, record_key, row, reasons from sync_refused where run_id = $1 order by position limit $2 offset $3`,
)

export function runView(language: Language, row: RunLogRow): RunView {
  const named = (zh: string, en: string) => (language === 'zh' ? zh : en)
  const isOver = row.state !== 'pending' && row.state !== 'processing'
  return {
    id: row.id,
    settingCode: row.setting_code,
    settingName: named(row.setting_zh, row.setting_en),
    systemName: named(row.system_zh, row.system_en),
    recordName: named(row.record_zh, row.record_en),
    kind: row.kind,
    state: row.state,
    trigger: row.trigger,
    startedBy: language === 'zh' ? row.by_zh : row.by_en,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    read: row.rows_read,
    written: row.rows_written,
    unchanged: row.rows_unchanged,
    refused: row.rows_refused,
    attempts: row.attempts,
    firstKey: row.first_key,
    lastKey: row.last_key,
    error: row.last_error ? refusalText(language, row.last_error) : null,
    nextAttemptAt: isOver ? (row.due_at?.toISOString() ?? null) : null,
    isStopping: row.is_stopping,
  }
}

export function refusedView(
  language: Language,
  { position, record_key: key, row, reasons }: RefusedRow,
  isShown: boolean,
): RefusedView {
  const text = typeof row === 'string' ? row : JSON.stringify(row, null, 1)
  return { position, key, row: isShown ? text : null, reasons: reasons.map((reason) => refusalText(language, reason)) }
}
