import { may, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Verb } from '#kernel/engine/approval/approval-wire.ts'
import { processOf } from '#kernel/engine/approval/store.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { isAct } from '#kernel/engine/definition/act.ts'
import { withRetries } from '#kernel/engine/reserve/reserve-rules.ts'
import { type AxisStates, moveRefusal } from '../axes/axis-states.ts'
import { type AnyDocument, type HeadRow, serverDocumentOf } from '../server-document.ts'

/** What the acts of a reader depend on besides the document's state. */
interface ActsReading {
  readonly isDrafter: boolean
  /** Names of the acts that were done in this round. */
  readonly done: ReadonlySet<string>
  readonly axes: AxisStates
}

interface AllowedActs {
  /** Retry where something failed, close where its process allows it. */
  readonly verbs: readonly Verb[]
  /** Names of the acts with an input that have something to do, whose forms the pages draw. */
  readonly acts: readonly string[]
}

/** The acts that a reader may now perform on the document. */
export async function allowedActs(
  tx: Tx,
  { principal, now }: Pick<RequestContext, 'principal' | 'now'>,
  definition: AnyDocument,
  document: Pick<HeadRow, 'id' | 'round' | 'state'>,
  { isDrafter, done, axes }: ActsReading,
): Promise<AllowedActs> {
  const mine = Object.entries(definition.actions)
    .map(([name, action]) => [name, withRetries(definition, action)] as const)
    .filter(
      ([name, action]) =>
        isAct(action) &&
        action.from.includes(document.state) &&
        (action.by !== 'drafter' || isDrafter) &&
        (action.repeats || !done.has(name)) &&
        moveRefusal(definition, action, axes) === null &&
        may(principal, action.right),
    )
  const verbs: Verb[] = []
  if (mine.some(([, action]) => action.retries)) verbs.push('retry')
  if (mine.some(([, action]) => action.closes)) {
    const flow = await tx.first(processOf(document.id, document.round))
    if (flow?.process === 'new') verbs.push('close')
  }
  const acts = mine.filter(([, { input }]) => input !== undefined).map(([name]) => name)
  const { idleActs } = serverDocumentOf(definition)
  const idle = new Set(
    idleActs && acts.length > 0 ? (await tx.rows(idleActs(document.id, now))).map(({ act }) => act) : [],
  )
  return { verbs, acts: acts.filter((name) => !idle.has(name)) }
}
