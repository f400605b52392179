import { substitutesFrom } from '#kernel/engine/approval/substitutes.ts'
import { openApproval } from '#kernel/engine/approval/engine/running-approval.ts'
import { escalate, handBack, handOver, remind } from '#kernel/engine/approval/engine/deadlines.ts'
import { finishCase } from '#kernel/engine/approval/engine/engine.ts'
import type { FormInstance } from '#kernel/engine/approval/form-instance.ts'
import {
  administratorsOf,
  substituteRows,
  substitutesOfInstance,
  candidates,
  peopleOfRoute,
  superiorsOfHolder,
} from '#kernel/engine/approval/people.ts'
import { instanceOf, tasksOf } from '#kernel/engine/approval/store.ts'
import { twoFlights } from '#kernel/platform/db/tx.ts'
import type { Runtime } from '#kernel/platform/http/route.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { Reads } from './command.ts'
import { sqlOf } from '../document-sql.ts'
import type { ServerDocument } from '../server-document.ts'

/** An act of the clock on one task of a running approval. */
export interface SystemAct extends FormInstance {
  /**
   * `remind`: the assignee is told that the time is nearly over. `escalate`: it is over, and their superior may act as
   * well. `handOver`: the assignee is absent, and their substitute gets the task. `handBack`: they are back.
   */
  readonly kind: 'remind' | 'escalate' | 'handOver' | 'handBack'
  readonly taskId: string
}

/**
 * Runs a job's act under the lock of the document, without an actor and in its own transaction:
 *
 *     await runSystemAct(runtime, document, { kind: 'remind', documentId: '42', round: 1, taskId: '7' })
 *
 * Returns whether anything was done: a task decided meanwhile, or an act already done, is left alone, so a job may come
 * twice. `runtime.now()` is the clock. Notifications go through the outbox like those of any other act. Manual repairs
 * by administrators (`reassign`, `renew`, `terminate`) are actions of `runAction`.
 */
export function runSystemAct(runtime: Runtime, document: ServerDocument, act: SystemAct): Promise<boolean> {
  const { definition } = document
  const { documentId, round, taskId } = act
  const now = runtime.now()
  const right = definition.actions['approve']?.right ?? null
  const reads = new Reads()
  const head = reads.add(sqlOf(definition).lock(documentId))
  const instance = reads.add(instanceOf(documentId, round))
  const tasks = reads.add(tasksOf(documentId, round))
  const substitutes = reads.add(substitutesOfInstance(documentId, round, now, right))
  const superiors = reads.add(superiorsOfHolder(documentId, round, now, right, definition.viewRight, taskId))
  const isEscalated = act.kind === 'escalate'
  const ahead = isEscalated ? reads.add(peopleOfRoute(documentId, round, now, right, definition.viewRight)) : () => []
  const watching = isEscalated
    ? reads.add(administratorsOf(documentId, round, now, right, definition.viewRight))
    : () => []
  return twoFlights(runtime.pool, reads.statements, (rows) => {
    const found = instance(rows)[0]
    const document = head(rows)[0]
    if (!found || !document) return { writes: [], answer: false }
    const above = superiors(rows)
    const away = substituteRows(substitutes(rows))
    const approval = openApproval(found, tasks(rows), substitutesFrom([...away, ...substituteRows(above)]), now)
    const isDone = {
      remind: () => remind(approval, taskId),
      escalate: () =>
        escalate(approval, taskId, candidates(above), candidates(ahead(rows)), candidates(watching(rows))),
      handOver: () => handOver(approval, taskId),
      handBack: () => handBack(approval, taskId, away),
    }[act.kind]()
    if (!isDone) return { writes: [], answer: false }
    const { writes, inboxOf, notices } = finishCase(approval)
    const news = documentChanged({
      documentType: definition.name,
      documentId,
      action: act.kind,
      kinds: [definition.name],
      inboxOf,
      notices,
      round,
      no: document.no,
      actorId: null,
      opinion: null,
      at: now.toISOString(),
    })
    return { writes: [...writes, news], answer: true }
  })
}
