import { useMemo, type ReactNode } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { post } from '../../client/api.ts'
import type { Page } from '../../client/paging.ts'
import { ExportButton } from '../../downloads/ExportButton.tsx'
import { useSession } from '../../shell/session-context.ts'
import { deleteDrafts, submitDrafts } from './delete-drafts.ts'
import {
  documentColumns,
  documentFilters,
  type DocumentRow,
  type ListOptions,
  rowAddress,
  type ShownOfList,
} from './document-list.ts'
import { ListView } from '../ListView.tsx'

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
        post<Page<DocumentRow>>(`${definition.api}/queryByPage`, request, { signal, handles: true })
      }
      fetchCount={(filters, signal) =>
        post<Pick<Page<never>, 'recordTotal' | 'capped'>>(`${definition.api}/count`, filters, { signal, handles: true })
      }
      addressOf={(row) => rowAddress(definition, row, userAccount)}
      bulk={mayDraft === null ? null : bulk}
      tools={(view) => <ExportButton path={`${definition.api}/export`} right={exportRight} view={view} />}
      {...(totals ? { totals } : {})}
      primary={primary}
      {...(emptyHint === undefined ? {} : { emptyHint })}
    />
  )
}

const idOf = (row: DocumentRow): string => row.id
const noOf = (row: DocumentRow): string => row.no
