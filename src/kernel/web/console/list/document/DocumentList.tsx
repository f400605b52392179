import { useMemo, type ReactNode } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { post } from '../../client/api.ts'
import type { Page } from '../../client/paging.ts'
import { ExportButton } from '../../downloads/ExportButton.tsx'
import { useSession } from '../../shell/session-context.ts'
import {
  documentColumns,
  documentFilters,
  type DocumentRow,
  type ListOptions,
  rowAddress,
  type ShownOfList,
} from './document-list.ts'
import { ListView } from '../ListView.tsx'
import type { Person } from '../../client/approval.ts'
import { pageText } from '../../client/i18n.ts'
import { createIntent } from '../../client/intent.ts'
import type { BulkAction } from './bulk.ts'
import { type BulkAnswer, type BulkReason, inSteps } from './bulk-steps.ts'

interface DocumentListProps {
  readonly definition: AnyDefinition
  readonly caption: string
  readonly exportRight: string
  /** Lists that read codes and that filters offer, by field. Must be stable. */
  readonly lists?: ListOptions
  /** Keep it stable. */
  readonly shown?: ShownOfList
  /** Filters that are no choice of the person: the area that the page is about. Keep it stable. */
  readonly fixedFilters?: Readonly<Record<string, unknown>>
  /** Where there is nothing yet. */
  readonly emptyHint?: string
  /** Content between table and pages: totals of the filtered rows. */
  readonly totals?: (filters: Readonly<Record<string, unknown>>) => ReactNode
  readonly primary?: ReactNode
  /** Null while it is unknown whether the person may draft. */
  readonly mayDraft: boolean | null
  /** Whether drafts can be submitted from the list. */
  readonly submitsDrafts?: boolean
}

/** The list of a document type: columns, filters, deletion of drafts and export, all from its definition. */
export function DocumentList(props: DocumentListProps) {
  const { definition, caption, exportRight, lists, shown, fixedFilters, emptyHint, primary, totals } = props
  const { mayDraft, submitsDrafts = false } = props
  const { userAccount } = useSession().user
  const columns = useMemo(
    () => documentColumns(definition, userAccount, lists, shown),
    [definition, userAccount, lists, shown],
  )
  const bulk = useMemo(
    () =>
      mayDraft
        ? [
            ...(submitsDrafts ? [submitDrafts<DocumentRow>(definition, userAccount)] : []),
            deleteDrafts<DocumentRow>(definition, userAccount),
          ]
        : [],
    [definition, mayDraft, submitsDrafts, userAccount],
  )
  return (
    <ListView<DocumentRow>
      name={definition.name}
      caption={caption}
      columns={columns}
      rowKey={idOf}
      rowLabel={noOf}
      filters={documentFilters(definition, lists, shown)}
      {...(fixedFilters ? { fixedFilters } : {})}
      defaultSort="-createdAt"
      fetchPage={(request, signal) =>
        post<Page<DocumentRow>>(definition.calls?.['queryByPage'] ?? `${definition.api}/queryByPage`, request, {
          signal,
          handles: true,
        })
      }
      fetchCount={(filters, signal) =>
        post<Pick<Page<never>, 'recordTotal' | 'capped'>>(`${definition.api}/count`, filters, { signal, handles: true })
      }
      addressOf={(row) => rowAddress(definition, row, userAccount)}
      bulk={mayDraft === null ? null : bulk}
      tools={(view) => (
        <ExportButton
          path={definition.calls?.['export'] ?? `${definition.api}/export`}
          right={exportRight}
          view={view}
        />
      )}
      {...(totals ? { totals } : {})}
      primary={primary}
      {...(emptyHint === undefined ? {} : { emptyHint })}
    />
  )
}

const idOf = (row: DocumentRow): string => row.id
const noOf = (row: DocumentRow): string => row.no

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
function deleteDrafts<T extends DraftRow>(definition: DraftsOf, account: string): BulkAction<T> {
  const whyNot = (row: T) => reasonOf(row, definition.initial, account)
  return {
    key: 'delete',
    label: pageText('list.deleteDrafts'),
    isDelete: true,
    ...overDrafts(definition, 'delete', whyNot),
  }
}

/** Submits one's own drafts as saved; a refused one stays a draft. */
function submitDrafts<T extends DraftRow>(definition: DraftsOf, account: string): BulkAction<T> {
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
