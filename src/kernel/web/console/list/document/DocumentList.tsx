import { useMemo, type ReactNode } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { post } from '../../client/api.ts'
import type { Page } from '../../client/paging.ts'
import { ExportButton } from '../../downloads/ExportButton.tsx'
import { useSession } from '../../shell/session-context.ts'
import { deleteDrafts } from './delete-drafts.ts'
import { documentColumns, documentFilters, type DocumentRow, type ListOptions, rowAddress } from './document-list.ts'
import { ListView } from '../ListView.tsx'

interface DocumentListProps {
  readonly definition: AnyDefinition
  readonly caption: string
  readonly exportRight: string
  /** Lists that read codes and that filters offer, by field. Must be stable. */
  readonly lists?: ListOptions
  /** Content between table and pages: totals of the filtered rows. */
  readonly totals?: (filters: Readonly<Record<string, unknown>>) => ReactNode
  readonly primary: ReactNode
  /** Null while it is unknown whether the person may draft. */
  readonly mayDraft: boolean | null
}

/** The list of a document type: columns, filters, deletion of drafts and export, all from its definition. */
export function DocumentList(props: DocumentListProps) {
  const { definition, caption, exportRight, lists, primary, mayDraft, totals } = props
  const { userAccount } = useSession().user
  const columns = useMemo(() => documentColumns(definition, userAccount, lists), [definition, userAccount, lists])
  const bulk = useMemo(
    () => (mayDraft ? [deleteDrafts<DocumentRow>(definition, userAccount)] : []),
    [definition, mayDraft, userAccount],
  )
  return (
    <ListView<DocumentRow>
      name={definition.name}
      caption={caption}
      columns={columns}
      rowKey={idOf}
      rowLabel={noOf}
      filters={documentFilters(definition, lists)}
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
    />
  )
}

const idOf = (row: DocumentRow): string => row.id
const noOf = (row: DocumentRow): string => row.no
