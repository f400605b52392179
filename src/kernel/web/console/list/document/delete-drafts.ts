import { post } from '../../client/api.ts'
import type { Person } from '../../client/approval.ts'
import { pageText } from '../../client/i18n.ts'
import { createIntent } from '../../client/intent.ts'
import type { BulkAction } from './bulk.ts'
import { type BulkAnswer, type BulkReason, inSteps } from './bulk-steps.ts'

/** The list fields common to all documents. */
interface DraftRow {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly drafter: Person
  readonly formInstanceId: string | null
}

interface DraftsOf {
  readonly api: string
  readonly initial: string
}

/** Deletes one's own never submitted drafts of a type, selected or all that match. */
export function deleteDrafts<T extends DraftRow>(definition: DraftsOf, account: string): BulkAction<T> {
  const whyNot = (row: T) => reasonOf(row, definition.initial, account)
  return {
    key: 'delete',
    label: pageText('list.deleteDrafts'),
    isDelete: true,
    ...overDrafts(definition, 'delete', whyNot),
  }
}

/** Submits one's own drafts as saved; a refused one stays a draft. */
export function submitDrafts<T extends DraftRow>(definition: DraftsOf, account: string): BulkAction<T> {
  const whyNot = (row: T) => {
    const reason = reasonOf(row, definition.initial, account)
    return reason === 'submittedBefore' ? null : reason
  }
  return { key: 'submit', label: pageText('list.submitDrafts'), ...overDrafts(definition, 'submit', whyNot) }
}

function overDrafts<T extends DraftRow>(
  { api }: DraftsOf,
  action: 'delete' | 'submit',
  reason: (row: T) => BulkReason | null,
): Pick<BulkAction<T>, 'whyNot' | 'assessAll' | 'act'> {
  const path = `${api}/bulk/${action}`
  return {
    whyNot: (row) => {
      const why = reason(row)
      return why ? pageText(`list.reasons.${why}`) : null
    },
    assessAll: async (filters, signal) => {
      const answer = await post<BulkAnswer>(path, { filters, dryRun: true }, { signal })
      const reasons = answer.reasons.map(({ reason, count }) => ({ text: pageText(`list.reasons.${reason}`), count }))
      return { chosen: answer.matched, eligible: answer.eligible, reasons }
    },
    act: async (target) => {
      const selected = target.kind === 'all' ? { filters: target.filters } : { ids: target.rows.map(({ id }) => id) }
      return inSteps(path, selected, { intent: createIntent() })
    },
  }
}

function reasonOf(row: DraftRow, initial: string, account: string): BulkReason | null {
  if (row.drafter.account !== account) return 'notYours'
  if (row.state !== initial) return 'wrongState'
  return row.formInstanceId ? 'submittedBefore' : null
}
