import type { Statement } from '#kernel/platform/db/statement.ts'
import { isConfirmed } from '#kernel/engine/reserve/reserve-rules.ts'
import { askToOccupy, deadlineOf, undoReserve } from '#kernel/engine/reserve/reserve-store.ts'
import type { ActionReads, ActionRequest } from './action-reads.ts'
import type { Content } from '#kernel/engine/definition/definition.ts'
import type { AnyDocument } from '../server-document.ts'

/** Where no system confirms reserves any more, existing ones are released without one. */
const WITHOUT_SYSTEM_MINUTES = 30

/** The amounts that a submitted round asks another system to hold; nothing where no system is asked. */
export function askedReserve(
  { definition, document, reserve, now }: ActionRequest,
  content: Content<AnyDocument>,
  round: Parameters<typeof askToOccupy>[1],
): Statement[] {
  if (!definition.reserve) return []
  const rules = isConfirmed(reserve, definition, document.organisationOf(content))
  return rules ? [askToOccupy(definition.name, round, now, rules.deadlineMinutes)] : []
}

/** The release of a round that was not approved; immediate where no system was asked. */
export function undoneReserve(
  { reserve, now }: ActionRequest,
  reads: ActionReads,
  { id, round }: { readonly id: string; readonly round: number },
  rows: unknown[][],
): Statement[] {
  if (!reads.reserve?.(rows)[0]) return []
  return [undoReserve(id, round, now, deadlineOf(now, reserve?.deadlineMinutes ?? WITHOUT_SYSTEM_MINUTES))]
}
