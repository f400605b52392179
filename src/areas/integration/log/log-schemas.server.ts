import { Type } from 'typebox'
import { nullable, text } from '#kernel/platform/http/wire-schemas.ts'

const count = Type.Integer()

export const runSchema = Type.Object({
  id: text,
  settingCode: text,
  settingName: text,
  systemName: text,
  recordName: text,
  kind: text,
  state: text,
  trigger: text,
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
  nextAttemptAt: nullable(text),
  isStopping: Type.Boolean(),
})

export const refusedSchema = Type.Object({
  position: count,
  key: nullable(text),
  row: nullable(text),
  reasons: Type.Array(text),
})

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
  state: text,
  attempts: count,
  error: nullable(text),
  reference: nullable(text),
  requestedBy: nullable(text),
  nextAttemptAt: nullable(text),
  createdAt: text,
  updatedAt: text,
})

export const settingStateSchema = Type.Object({
  code: text,
  direction: text,
  isEnabled: Type.Boolean(),
  lastKey: nullable(text),
  nextRunAt: nullable(text),
  running: nullable(runSchema),
  runs: Type.Array(runSchema),
  pushes: Type.Record(text, count),
})

export const healthSchema = Type.Object({
  waiting: count,
  unsure: count,
  failed: count,
  oldestWaitingAt: nullable(text),
  running: count,
  failing: Type.Array(Type.Object({ code: text, name: text, failed: count, error: nullable(text) })),
})
