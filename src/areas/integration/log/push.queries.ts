import type { Principal } from '#kernel/platform/access/principal.ts'
import { type QueryPage, PAGE } from '#kernel/platform/db/page.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { PushState } from '#kernel/platform/outgoing/push-states.ts'
import type { PushView } from '../integration-wire.ts'
import { type LogFilters, settingOf, type Where, whereOf } from './log-filters.server.ts'

export interface PushLogRow {
  readonly id: string
  readonly message_id: string
  readonly setting_code: string
  readonly setting_zh: string
  readonly setting_en: string
  readonly system_zh: string
  readonly system_en: string
  readonly record_zh: string
  readonly record_en: string
  readonly record_key: string
  readonly record_version: number
  readonly act: string
  readonly state: PushState
  readonly attempts: number
  readonly last_error: Pick<Refusal, 'key' | 'params'> | null
  readonly reference: string | null
  readonly by_zh: string | null
  readonly by_en: string | null
  readonly next_attempt_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

export const PUSH_FILTERS: LogFilters = {
  settingCode: { column: 'p.setting_code', kind: 'one' },
  systemCode: { column: 's.system_code', kind: 'one' },
  state: { column: 'p.state', kind: 'one' },
  recordKey: { column: 'p.record_key', kind: 'part' },
  createdFrom: { column: 'p.created_at', kind: 'from' },
  createdTo: { column: 'p.created_at', kind: 'to' },
}

type Reader = Pick<Principal, 'scope'>

/** Rows of an organisation are shown to people who see it; rows without one to everybody who may read the log. */
function visible(asked: Readonly<Record<string, unknown>>, { scope }: Reader): Where {
  const where = whereOf(PUSH_FILTERS, asked)
  if (scope !== 'all') where.add(`(p.scope_id is null or p.scope_id = any (${where.value(scope)}::int[]))`)
  return where
}

const COLUMNS = `p.id::text as id, p.message_id, p.setting_code, s.name_zh as setting_zh, s.name_en as setting_en, y.name_zh as system_zh,
  y.name_en as system_en, k.name_zh as record_zh, k.name_en as record_en, p.record_key, p.record_version, p.act, p.state, p.attempts,
  p.last_error, p.reference, p.next_attempt_at, p.created_at, p.updated_at, u.name_zh as by_zh, u.name_en as by_en`
const JOINS = `join sync_setting s on s.code = p.setting_code join external_system y on y.code = s.system_code
  join record_kind k on k.code = s.record_code left join app_user u on u.id = p.requested_by`

/** All matches, for an export, which reads them through a cursor. */
export function allPushes(asked: Readonly<Record<string, unknown>>, reader: Reader): Statement<PushLogRow> {
  const where = visible(asked, reader)
  return {
    text: `select ${COLUMNS} from sync_push p ${JOINS} where ${where.sql} order by p.created_at desc, p.id desc`,
    values: where.values,
  }
}

const pushesById = prepared<PushLogRow>(
  'integration.pushes-listed',
  `select ${COLUMNS} from ${PAGE} join sync_push p on p.id = page.id ${JOINS} order by page.place`,
)

export function pushPage(
  asked: Readonly<Record<string, unknown>>,
  reader: Reader,
  limit: number,
  offset: number,
): QueryPage<PushLogRow> {
  const where = visible(asked, reader)
  return {
    ids: {
      text: `select p.id::text as id from sync_push p${settingOf('p', where.sql)} where ${where.sql}
        order by p.created_at desc, p.id desc limit ${where.value(limit)} offset ${where.value(offset)}`,
      values: where.values,
    },
    rows: (ids) => pushesById(ids),
  }
}

export function pushCount(asked: Readonly<Record<string, unknown>>, reader: Reader): Statement<{ total: number }> {
  const where = visible(asked, reader)
  return {
    text: `select count(*)::int as total from (select from sync_push p${settingOf('p', where.sql)}
      where ${where.sql} limit ${TOTAL_LIMIT + 1}) c`,
    values: where.values,
  }
}

/** Those of the given rows that the reader sees, with names: in limited batches. */
export function pushesToActOn(
  asked: { readonly ids?: readonly string[]; readonly settingCode?: string },
  states: readonly PushState[],
  { scope }: Reader,
  most: number,
): Statement<{ id: string; setting_id: string; setting_code: string }> {
  const values: unknown[] = [states, most]
  const isAsked = asked.ids
    ? `p.id = any ($${values.push(asked.ids)}::bigint[])`
    : `p.setting_code = $${values.push(asked.settingCode ?? '')}`
  const isSeen = scope === 'all' ? 'true' : `(p.scope_id is null or p.scope_id = any ($${values.push(scope)}::int[]))`
  return {
    text: `select p.id::text as id, s.id::text as setting_id, s.code as setting_code from sync_push p join sync_setting s on s.code = p.setting_code
      where p.state = any ($1::text[]) and ${isAsked} and ${isSeen} order by p.id limit $2 for update of p skip locked`,
    values,
  }
}

export const pushCounts = prepared<{ state: PushState; count: number }>(
  'integration.push-counts',
  `select state, count(*)::int as count from sync_push where setting_code = $1 group by state`,
)

export function pushView(language: Language, row: PushLogRow): PushView {
  const named = (zh: string, en: string) => (language === 'zh' ? zh : en)
  return {
    id: row.id,
    messageId: row.message_id,
    settingCode: row.setting_code,
    settingName: named(row.setting_zh, row.setting_en),
    systemName: named(row.system_zh, row.system_en),
    recordName: named(row.record_zh, row.record_en),
    recordKey: row.record_key,
    version: row.record_version,
    act: row.act,
    state: row.state,
    attempts: row.attempts,
    error: row.last_error ? refusalText(language, row.last_error) : null,
    reference: row.reference,
    requestedBy: language === 'zh' ? row.by_zh : row.by_en,
    // The time at which a running attempt counts as lost is not shown.
    nextAttemptAt: row.state === 'pushing' ? null : (row.next_attempt_at?.toISOString() ?? null),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
