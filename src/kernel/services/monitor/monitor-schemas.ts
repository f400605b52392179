import { Type } from 'typebox'
import type { TaskKind } from '#kernel/engine/approval/approval-wire.ts'
import { personSchema } from '#kernel/engine/setting/setting.schemas.ts'
import { nullable, text, textAs, type Wire } from '#kernel/platform/http/wire-schemas.ts'
import type { Slow, Stuck } from './monitor-wire.ts'

// Answers about the state of approvals: schemas for the server, and their types for both.

const count = Type.Integer()

/** The assignee of an open task, and whether they can still decide it. */
const holder = Type.Object({
  account: text,
  name: text,
  taskId: text,
  principal: nullable(personSchema),
  kind: textAs<TaskKind>(),
  stepKey: text,
  stepName: text,
  since: text,
  isActive: Type.Boolean(),
  mayDecide: Type.Boolean(),
  holdsRole: Type.Boolean(),
})
export type HolderHealth = Wire<typeof holder>

const failedEffect = Type.Object({ effect: text, line: nullable(count), attempts: count, error: nullable(text) })
export type FailedEffect = Wire<typeof failedEffect>

/** One approval that is running, or that ended while one of its effects has failed. */
export const monitorRow = Type.Object({
  formInstanceId: text,
  no: text,
  documentType: text,
  typeLabel: text,
  organisationName: text,
  drafter: personSchema,
  state: text,
  startedAt: text,
  /** Since when the oldest open task waits; null where there is none. */
  since: nullable(text),
  steps: Type.Array(Type.Object({ key: text, name: text })),
  holders: Type.Array(holder),
  limitAt: nullable(text),
  /** Nine of ten such steps finish within so many minutes; null without enough history. */
  usualMinutes: nullable(count),
  stuck: nullable(textAs<Stuck>()),
  slow: nullable(textAs<Slow>()),
  isEscalated: Type.Boolean(),
  failedEffects: Type.Array(failedEffect),
  /** Administrators see progress, not amounts. */
  amount: nullable(Type.String({ description: 'null for who may not view such documents' })),
  currency: nullable(text),
  url: nullable(text),
})
export type MonitorRow = Wire<typeof monitorRow>

export const monitorSummary = Type.Object({
  running: count,
  counts: Type.Object({ stuck: count, slow: count, escalated: count, failed: count }),
  /** State of the background processing. */
  system: Type.Object({
    outboxRows: count,
    outboxAgeSeconds: count,
    jobsFailed: count,
    deliveriesFailed: count,
    /** Documents whose row in the registry was missing or wrong at the last nightly comparison, which mended it. */
    registryDifferences: count,
    effectsFailed: count,
    effectsWaiting: count,
    /** Currencies of regions without a published rate: a new installation has none. */
    ratesMissing: Type.Array(text),
  }),
})
export type MonitorSummary = Wire<typeof monitorSummary>
