import type { ActDetail, Reduction } from '#kernel/engine/approval/approval-wire.ts'
import type { RunningApproval, InstanceRow, TaskSummary } from '#kernel/engine/approval/engine/running-approval.ts'
import { may } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { amountText } from '#kernel/base/money/money.ts'
import type { ActionReads, ActionRequest } from './action-reads.ts'
import { sqlOf } from '../document-sql.ts'
import {
  hashOfApprovedAmounts,
  type KeptAct,
  reduceLines,
  type ApprovedAmounts,
  approvedAmountsAfterReturn,
  approvedAmountsOf,
  totalOf,
} from './partial-approval.ts'
import { keepStanding, readLines, tellTasks } from './partial-approval-sql.ts'
import type { AnyDocument, HeadRow } from '../server-document.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'

/** The effect of an act on the approved amounts: on its writes, its document's header, and its postings. */
export interface Stood {
  readonly writes: readonly Statement[]
  readonly header: Readonly<Record<string, string | null>>
  readonly summary: TaskSummary | null
  readonly standing: ApprovedAmounts
}

/** No line was reduced. */
export const ALL_OF_IT: ApprovedAmounts = new Map()

/** The approved amounts before an act, and after it. */
export function standingOfRound(
  request: ActionRequest,
  reads: ActionReads,
  head: HeadRow,
  facts: Record<string, unknown>,
  rows: unknown[][],
) {
  const { definition, command, document, context } = request
  const lines = readLines(reads.approval?.lines?.(rows) ?? [])
  let standing = approvedAmountsOf(lines)
  return {
    reduce: (): Reduction | undefined => {
      const { less } = command
      if (!less) return undefined
      const rule = definition.partialApproval
      if (!rule || !may(context.principal, rule.right))
        throw new Refused(approvalErrors.reduceForbidden({ right: rule?.right ?? '' }))
      const { currency } = viewOf(definition)
      const label = `@${definition.area}.documents.${definition.name}.lineFields.${rule.approved}`
      const found = reduceLines(
        lines,
        less,
        { label, currency: currency === null ? null : ((head[currency] ?? null) as string | null) },
        (changed) => document.checkReduction?.(changed, facts) ?? [],
      )
      standing = found.standing
      return found.reduced
    },
    standing: () => standing,
    /** `end` is the definition's action that ended the approval; null: it continues. */
    after: (approval: RunningApproval, instance: InstanceRow, end: string | null): Stood | null => {
      const sql = sqlOf(definition).reduce
      if (!sql) return null
      if (end !== null && end !== 'approve') return undone(definition, instance)
      const isBack = end === null && command.action === 'return'
      const isReduced = approval.acts.some(({ detail }) => detail.reduced)
      if (isBack && instance.summary?.asked !== undefined) {
        const act = approval.acts.find((each) => each.act === 'return')
        const now: KeptAct[] = act ? [{ act: 'return', step: act.step ?? 0, detail: act.detail as ActDetail }] : []
        standing = approvedAmountsAfterReturn([...(reads.approval?.acts?.(rows) ?? []), ...now], instance.steps)
      } else if (end === null && !isReduced) return null
      const total = amountText(totalOf(lines, standing))
      const header = { [definition.partialApproval!.total]: end === 'approve' || standing.size > 0 ? total : null }
      const summary = summaryOf(instance.summary, standing.size > 0 ? total : null)
      const hash = hashOfApprovedAmounts(head.content_hash ?? '', standing)
      const [numbers, amounts] = [[...standing.keys()], [...standing.values()].map(amountText)]
      const { document_id: id, round } = instance
      return {
        standing,
        header,
        summary,
        writes: [
          sql.keep(id, round, numbers, amounts, end === 'approve'),
          keepStanding(id, round, hash, JSON.stringify(header), JSON.stringify(summary)),
          ...(end === null ? [tellTasks(id, round, JSON.stringify(summary))] : []),
        ],
      }
    },
  }
}

/** Rejected, returned, withdrawn, ended: reductions are void. Their acts stay in the history. */
export function undone(definition: AnyDocument, instance: InstanceRow): Stood | null {
  const sql = sqlOf(definition).reduce
  if (!sql || instance.summary?.asked === undefined) return null
  const { document_id: id, round } = instance
  const header = { [definition.partialApproval!.total]: null }
  const summary = summaryOf(instance.summary, null)
  return {
    standing: ALL_OF_IT,
    header,
    summary,
    writes: [
      sql.keep(id, round, [], [], false),
      keepStanding(id, round, instance.content_hash, JSON.stringify(header), JSON.stringify(summary)),
    ],
  }
}

/** For lists: the approved amount, and the amount asked for where that is more. */
function summaryOf(summary: TaskSummary | null, total: string | null): TaskSummary | null {
  if (!summary) return null
  const { asked, ...rest } = summary
  const whole = asked ?? summary.amount
  return total === null || whole === null ? { ...rest, amount: whole } : { ...rest, amount: total, asked: whole }
}
