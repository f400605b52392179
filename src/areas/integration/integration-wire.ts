import { Type } from 'typebox'
import { nullable, text, textAs, type Wire } from '#kernel/platform/http/wire-schemas.ts'
import type { PushState } from '#kernel/platform/outgoing/push-states.ts'

// Answers of this area: schemas for the server, and their types for both.

export type RunState = 'pending' | 'processing' | 'succeeded' | 'pullFail' | 'pushFail' | 'stopped'
export type RunKind = 'pull' | 'fill' | 'ping'

const count = Type.Integer()

/** One run of a setting in the log. */
export const runSchema = Type.Object({
  id: text,
  settingCode: text,
  settingName: text,
  systemName: text,
  recordName: text,
  kind: textAs<RunKind>(),
  state: textAs<RunState>(),
  trigger: textAs<'schedule' | 'manual'>(),
  startedBy: nullable(text),
  createdAt: text,
  startedAt: nullable(text),
  endedAt: nullable(text),
  read: count,
  written: count,
  unchanged: count,
  refused: count,
  attempts: count,
  firstKey: nullable(text),
  lastKey: nullable(text),
  error: nullable(text),
  /** Time of the next automatic attempt. */
  nextAttemptAt: nullable(text),
  isStopping: Type.Boolean(),
})
export type RunView = Wire<typeof runSchema>

/** A refused row. */
export const refusedSchema = Type.Object({
  position: count,
  key: nullable(text),
  /** Null for people who may not view such records. */
  row: nullable(text),
  reasons: Type.Array(text),
})
export type RefusedView = Wire<typeof refusedSchema>

/** A version of a record that a system receives. */
export const pushSchema = Type.Object({
  id: text,
  messageId: text,
  settingCode: text,
  settingName: text,
  systemName: text,
  recordName: text,
  recordKey: text,
  version: count,
  act: text,
  state: textAs<PushState>(),
  attempts: count,
  error: nullable(text),
  reference: nullable(text),
  /** The author of the last manual act. */
  requestedBy: nullable(text),
  nextAttemptAt: nullable(text),
  createdAt: text,
  updatedAt: text,
})
export type PushView = Wire<typeof pushSchema>

/** Live state of a setting that no form has: its progress, and its current activity. */
export const settingStateSchema = Type.Object({
  code: text,
  direction: textAs<'outbound' | 'inbound'>(),
  isEnabled: Type.Boolean(),
  lastKey: nullable(text),
  nextRunAt: nullable(text),
  running: nullable(runSchema),
  runs: Type.Array(runSchema),
  pushes: Type.Unsafe<Record<PushState, number>>(Type.Record(text, count)),
})
export type SyncSettingState = Wire<typeof settingStateSchema>

/** State of synchronizations. */
export const healthSchema = Type.Object({
  waiting: count,
  unsure: count,
  failed: count,
  oldestWaitingAt: nullable(text),
  running: count,
  /** Settings whose last run failed, or with pushes that were given up. */
  failing: Type.Array(Type.Object({ code: text, name: text, failed: count, error: nullable(text) })),
})
export type SyncHealth = Wire<typeof healthSchema>
