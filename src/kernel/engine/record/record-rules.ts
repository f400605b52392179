import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { isSame } from './write/changed-fields.ts'
import type { AnyRecord } from './definition.ts'
import type { Plan, PlannedRecord, RecordWriter } from './write/plan-records.ts'
import { imageRefusals } from './write/record-images.ts'

/** A planned write, as its rules see it. */
export type RecordChange = Pick<Plan, 'act' | 'key' | 'before' | 'after' | 'from' | 'to' | 'scopeId'> & {
  /** Null for a new one that has no row yet. */
  readonly id: string | null
}

/** Refusals by change; changes not listed pass. */
export type RefusedChanges = ReadonlyMap<RecordChange, readonly Refusal[]>

/** Rules that need more than the record itself: its area's server side declares them, the one writer applies them. */
export interface RecordRules {
  readonly record: AnyRecord
  /**
   * Reads its facts for all changes at once, and refuses. It is called for the preview of an import too, without locks:
   * what must hold under concurrency is also a constraint of the table.
   */
  readonly refuse?: (tx: Tx, writer: RecordWriter, changes: readonly RecordChange[]) => Promise<RefusedChanges>
  /** Consequential changes of other records, written through the same writer in the same transaction. */
  readonly follow?: (tx: Tx, writer: RecordWriter, changes: readonly RecordChange[]) => Promise<void>
}

/** By record. Filled when the areas are loaded, and not changed afterwards. */
const bound = new Map<string, RecordRules>()

export function bindRecordRules(rules: readonly RecordRules[]): void {
  for (const each of rules) bound.set(each.record.name, each)
}

function changeOf(plan: Plan, id: string | null = plan.row?.id ?? null): RecordChange {
  const { act, key, before, after, from, to, scopeId } = plan
  return { act, key, before, after, from, to, scopeId, id }
}

/** The plans, with those refused that a rule forbids. */
export async function refusedByRules(
  tx: Tx,
  writer: RecordWriter,
  record: AnyRecord,
  plans: readonly PlannedRecord[],
  isLocking: boolean,
): Promise<readonly PlannedRecord[]> {
  const rules = bound.get(record.name)
  const hasImages = Object.values(record.fields).some(({ isImage }) => isImage)
  if (!rules?.refuse && !hasImages) return plans
  // Unchanged rows need no rule; days of a dated record are handled later.
  const stays = (plan: Plan) => !record.dated && isSame(plan)
  const good = plans.filter((plan): plan is Plan => plan.refusals === null && !stays(plan))
  if (good.length === 0) return plans
  const images = hasImages ? await imageRefusals(tx, writer, record, good, isLocking) : new Map<Plan, Refusal[]>()
  const changes = new Map(good.map((plan) => [plan, changeOf(plan)]))
  const refused: RefusedChanges = (await rules?.refuse?.(tx, writer, [...changes.values()])) ?? new Map()
  return plans.map((plan): PlannedRecord => {
    if (plan.refusals) return plan
    const all = [...(images.get(plan) ?? []), ...(refused.get(changes.get(plan)!) ?? [])]
    return all.length > 0 ? { refusals: all } : plan
  })
}

/** Consequential changes of what was written. */
export async function followRules(
  tx: Tx,
  writer: RecordWriter,
  record: AnyRecord,
  writes: readonly { readonly plan: Plan; readonly id: string }[],
): Promise<void> {
  const follow = bound.get(record.name)?.follow
  if (follow && writes.length > 0)
    await follow(
      tx,
      writer,
      writes.map(({ plan, id }) => changeOf(plan, id)),
    )
}
