import { mayAt, type Principal } from '#kernel/platform/access/principal.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { OpenChange } from './write/changes.ts'
import { type AnyRecord, type RecordValues, recordText } from './definition.ts'
import type { RecordIntent } from './write/plan-records.ts'
import { recordErrors } from './record.errors.ts'
import type { RecordState } from './states.ts'

// Draft -> Approved -> Enabled <-> Disabled. Only an approval leads to Approved; see docs/decisions/037.

type Step = `${RecordState}>${RecordState}`

const STEPS: ReadonlySet<Step> = new Set<Step>([
  'approved>enabled',
  'approved>disabled',
  'enabled>disabled',
  'disabled>enabled',
])

/** Whether a person may change a record's state; always allowed for records without a life cycle. */
export function refuseStep(
  record: AnyRecord,
  principal: Principal,
  intent: RecordIntent,
  from: RecordState | null,
  to: RecordState,
  values: RecordValues,
  scopeId: number | null,
): Refusal[] {
  if (!record.life || from === to) return []
  const at = intent.values ? { field: 'state' } : {}
  if (intent.asked && from === 'draft' && to === 'approved') return []
  if (from === null) return to === 'draft' ? [] : [recordErrors.beginsAsDraft({}, at)]
  if (from === 'draft' || to === 'draft' || !STEPS.has(`${from}>${to}`)) return [recordErrors.byApproval({}, at)]
  const right = record.rights.enable ?? record.rights.edit
  if (!mayAt(principal, right, scopeId)) return [httpErrors.forbidden({ right })]
  return to === 'enabled' ? [...(record.checkEnable?.(values) ?? [])] : []
}

/** Refuses direct changes of guarded fields once the record was approved. */
export function refuseGuarded(
  record: AnyRecord,
  intent: RecordIntent,
  from: RecordState | null,
  changed: readonly string[],
): Refusal[] {
  if (from === null || intent.asked || (record.life && from === 'draft')) return []
  if (record.issued && changed.length > 0) return [recordErrors.issued()]
  const guarded: readonly string[] = record.guarded ?? []
  return changed
    .filter((name) => guarded.includes(name))
    .map((name) => recordErrors.guarded({ field: `@${recordText(record, `fields.${name}`)}` }, { field: name }))
}

/** A record awaiting approval stays unchanged, and one with an open change cannot be deleted. */
export function refuseWaiting(
  intent: RecordIntent,
  from: RecordState,
  open: readonly OpenChange[] | undefined,
): Refusal | null {
  const [first] = open ?? []
  if (!first || intent.asked) return null
  const isKept = intent.act === 'delete' || (from === 'draft' && intent.act === 'update')
  return isKept ? recordErrors.waiting({ no: first.no }) : null
}
