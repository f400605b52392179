import { Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { auditEntry, auditedBy } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { PUSH_STATES, pushStatesBefore } from '#kernel/platform/outgoing/push-states.ts'
import { retryPushes, supersedePushes } from '#kernel/services/sync/push-store.ts'
import { addRun, stopRun } from '#kernel/services/sync/run-store.ts'
import { syncErrors } from '#kernel/services/sync/sync.errors.ts'
import { syncChanged } from '#kernel/services/sync/take-changes.ts'
import { syncSetting } from './records/sync-setting.record.ts'
import { settingStateSchema, type SyncSettingState } from './integration-wire.ts'
import { pushCounts, pushesToActOn } from './log/push.queries.ts'
import { lastRuns, runView } from './log/run.queries.ts'

const RUN = 'integration.sync.run'
/** Pushes per call; the caller repeats for more. */
const MOST = 5_000
const LAST_RUNS = 5

interface SettingRow {
  readonly id: string
  readonly code: string
  readonly direction: 'outbound' | 'inbound'
  readonly version: number
  readonly last_key: string | null
  readonly next_run_at: Date | null
  readonly is_enabled: boolean
  readonly audit_hash: Buffer | null
  readonly state: string
  readonly is_busy: boolean
}

const SETTING = `select s.id::text as id, s.code, s.direction, s.version, s.last_key, s.next_run_at, s.enabled and y.enabled as is_enabled,
    s.audit_hash, case when s.enabled then 'enabled' else 'disabled' end as state,
    exists (select from sync_run r where r.setting_code = s.code and r.state in ('pending', 'processing') and r.kind <> 'ping') as is_busy
  from sync_setting s join external_system y on y.code = s.system_code where s.id = $1`
const settingById = prepared<SettingRow>('integration.setting', SETTING)
const lockSetting = prepared('integration.lock-setting', 'select from sync_setting where id = $1 for update')
const writeKey = prepared(
  'integration.write-key',
  'update sync_setting set last_key = $2, version = version + 1, audit_hash = $3, updated_at = $4, updated_by = $5 where id = $1',
)

const id = Type.String({ pattern: String.raw`^\d{1,18}$` })

async function found(tx: Tx, settingId: string): Promise<SettingRow> {
  const row = await tx.first(settingById(settingId))
  if (!row) throw new Refused(syncErrors.notFound())
  return row
}

async function stateOf(tx: Tx, { language }: RequestContext, settingId: string) {
  const row = await found(tx, settingId)
  const [runs, counts] = await Promise.all([tx.rows(lastRuns(row.code, LAST_RUNS)), tx.rows(pushCounts(row.code))])
  const views = runs.map((each) => runView(language, each))
  const byState = new Map(counts.map(({ state, count }) => [state, count]))
  return {
    code: row.code,
    direction: row.direction,
    isEnabled: row.is_enabled,
    lastKey: row.last_key,
    nextRunAt: row.is_enabled ? (row.next_run_at?.toISOString() ?? null) : null,
    running:
      views.find(({ kind, state }) => kind !== 'ping' && (state === 'pending' || state === 'processing')) ?? null,
    runs: views,
    pushes: Object.fromEntries(
      PUSH_STATES.map((state) => [state, byState.get(state) ?? 0]),
    ) as SyncSettingState['pushes'],
  }
}

/** The setting's history records who moved the key, from where to where and why. */
async function resetKey(
  tx: Tx,
  context: RequestContext,
  settingId: string,
  key: string | null,
  reason: string,
): Promise<void> {
  await tx.run(lockSetting(settingId))
  const row = await found(tx, settingId)
  if (row.is_busy) throw new Refused(syncErrors.runsAlready())
  if (row.last_key === key) throw new Refused(syncErrors.noKey())
  const { principal, now } = context
  const { statement, hash } = auditEntry(
    {
      documentType: syncSetting.name,
      documentId: row.id,
      action: 'update',
      ...auditedBy(context),
      subject: row.code,
      at: now,
      fromState: row.state,
      toState: row.state,
      detail: { key: row.code, changes: { lastKey: [row.last_key, key], reason: [null, reason] } },
    },
    row.audit_hash,
  )
  await tx.run(writeKey(row.id, key, hash, now, principal.userId))
  await tx.run(statement)
  await tx.run(
    documentChanged({
      documentType: syncSetting.name,
      documentId: row.id,
      action: 'update',
      kinds: [syncSetting.name],
      inboxOf: [],
    }),
  )
}

/** Manual acts; each is a row with its author, and a worker does the rest. */
export const actRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/aps/sync/setting/state',
    right: 'integration.setting.view',
    summary: 'How far a setting came, its last runs, and its pushes by state',
    mode: 'read',
    body: Type.Object({ id }),
    data: settingStateSchema,
    handler: (tx, context, { body }) => stateOf(tx, context, body.id),
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/sync/setting/resetKey',
    right: 'integration.setting.edit',
    summary: 'Moves the last key of a setting, or forgets it, with a reason that stays in its history',
    mode: 'write',
    body: Type.Object({
      id,
      key: Type.Union([Type.String({ minLength: 1, maxLength: 500, pattern: String.raw`^[^\u0000]*$` }), Type.Null()]),
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: String.raw`\S` }),
    }),
    data: Type.Object({ id: Type.String() }),
    async handler(tx, context, { body }) {
      await resetKey(tx, context, body.id, body.key, body.reason.trim())
      return { id: body.id }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/sync/run/start',
    right: RUN,
    summary:
      'Runs a setting by hand: fetches since the last key, or tells everything that was not told; or only tries it (ping)',
    mode: 'write',
    body: Type.Object({ id, kind: Type.Union([Type.Literal('run'), Type.Literal('ping')]) }),
    data: Type.Object({ id: Type.String() }),
    async handler(tx, { principal, now }, { body }) {
      const row = await found(tx, body.id)
      const isPing = body.kind === 'ping'
      if (!isPing && !row.is_enabled) throw new Refused(syncErrors.isDisabled())
      const kind = isPing ? 'ping' : row.direction === 'inbound' ? 'pull' : 'fill'
      const added = await tx.first(addRun(row.code, kind, 'manual', principal.userId, now))
      if (!added) throw new Refused(syncErrors.runsAlready())
      await tx.run(syncChanged(['syncRun']))
      return { id: added.id }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/sync/run/stop',
    right: RUN,
    summary: 'Stops a run after the page it is at, or keeps it from being tried again',
    mode: 'write',
    body: Type.Object({ id }),
    data: Type.Object({ id: Type.String() }),
    async handler(tx, { now }, { body }) {
      if (!(await tx.first(stopRun(body.id, now)))) throw new Refused(syncErrors.notRunning())
      await tx.run(syncChanged(['syncRun']))
      return { id: body.id }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/sync/push/act',
    right: RUN,
    summary: `Tells failed pushes again, or gives waiting ones up: some, or all of a setting (${MOST} at a time)`,
    mode: 'write',
    body: Type.Object({
      act: Type.Union([Type.Literal('retry'), Type.Literal('supersede')]),
      ids: Type.Optional(Type.Array(id, { minItems: 1, maxItems: 500 })),
      settingCode: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    data: Type.Object({ done: Type.Integer() }),
    async handler(tx, { principal, now }, { body }) {
      const { act, ids, settingCode } = body
      const asked = ids ? { ids } : { settingCode: settingCode ?? '' }
      const states = ids ? pushStatesBefore(act) : (['failedPushed'] as const)
      const rows = await tx.rows(pushesToActOn(asked, states, principal, MOST))
      const all = rows.map((row) => row.id)
      const done = await tx.run(
        act === 'retry' ? retryPushes(all, now, principal.userId) : supersedePushes(all, now, principal.userId),
      )
      if (done > 0) await tx.run(syncChanged(['syncPush']))
      return { done }
    },
  }),
]
