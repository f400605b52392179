import { post } from '../client/api.ts'
import type { Person } from '../client/approval.ts'
import { pageText } from '../client/i18n.ts'
import { createIntent, underIntent } from '../client/intent.ts'
import type { BulkAction, BulkResult } from './bulk.ts'

/** What every document shows of itself in a list. */
interface DraftRow {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly drafter: Person
  readonly formInstanceId: string | null
}

type Reason = 'notYours' | 'wrongState' | 'submittedBefore'

interface BulkAnswer extends BulkResult {
  readonly matched: number
  readonly eligible: number
  readonly left: number
  readonly reasons: readonly { readonly reason: Reason; readonly count: number }[]
}

type Selected = { readonly ids: readonly string[] } | { readonly filters: Readonly<Record<string, unknown>> }

/** Deletes one's own drafts of a document that were never submitted, chosen one by one or all that match. */
export function deleteDrafts<T extends DraftRow>(
  { api, initial }: { readonly api: string; readonly initial: string },
  account: string,
): BulkAction<T> {
  const path = `${api}/bulk/delete`
  return {
    key: 'delete',
    label: pageText('list.deleteDrafts'),
    isDelete: true,
    whyNot: (row) => {
      const reason = reasonOf(row, initial, account)
      return reason ? pageText(`list.reasons.${reason}`) : null
    },
    assessAll: async (filters, signal) => {
      const answer = await post<BulkAnswer>(path, { filters, dryRun: true }, { signal })
      const reasons = answer.reasons.map(({ reason, count }) => ({ text: pageText(`list.reasons.${reason}`), count }))
      return { chosen: answer.matched, eligible: answer.eligible, reasons }
    },
    act: async (target) => {
      const selected = target.kind === 'all' ? { filters: target.filters } : { ids: target.rows.map(({ id }) => id) }
      return deleteAll(path, selected)
    },
  }
}

function reasonOf(row: DraftRow, initial: string, account: string): Reason | null {
  if (row.drafter.account !== account) return 'notYours'
  if (row.state !== initial) return 'wrongState'
  return row.formInstanceId ? 'submittedBefore' : null
}

/** The server does some hundreds in one call; the rest follows until nothing more goes. */
async function deleteAll(path: string, selected: Selected): Promise<BulkResult> {
  const intent = createIntent()
  let done = 0
  for (let round = 1; ; round += 1) {
    const answer = await underIntent(intent, [selected, round], (idempotencyKey) =>
      post<BulkAnswer>(path, selected, { idempotencyKey }),
    )
    done += answer.done
    if (answer.left === 0 || answer.done === 0) return { done, failed: answer.failed }
  }
}
