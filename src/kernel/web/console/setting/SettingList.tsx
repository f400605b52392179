import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { pageText } from '../client/i18n.ts'
import { ErrorBanner } from '../Banner.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import './setting.css'

interface SettingListProps<T> {
  readonly title: string
  readonly hint: ReactNode
  readonly columns: readonly Column<T>[]
  readonly query: {
    readonly data: unknown
    readonly error: Error | null
    readonly isPending: boolean
    readonly refetch: () => Promise<unknown>
  }
  readonly rows: readonly T[] | undefined
  readonly rowKey: (row: T) => string
  /** A row opens beside the list, or has a page of its own. */
  readonly onOpen: ((row: T) => void) | { readonly addressOf: (row: T) => string }
  /** Usual number of rows, for the skeleton. */
  readonly usual: number
  /** Content beside the title, and between the hint and the table. */
  readonly tools?: ReactNode
  readonly filters?: ReactNode
  readonly empty?: ReactNode
  /** The pager, where the rows come page by page. */
  readonly foot?: ReactNode
}

/** All settings of one kind on one page: those in force, and waiting drafts. */
export function SettingList<T>(props: SettingListProps<T>) {
  const { title, query, onOpen } = props
  const navigate = useNavigate()
  const open = (row: T, isNewTab: boolean) => {
    if (typeof onOpen === 'function') return onOpen(row)
    const address = onOpen.addressOf(row)
    if (isNewTab) window.open(address, '_blank', 'noopener')
    else void navigate(address)
  }
  return (
    <div className="setting-list">
      <header className="page-head">
        <h1>{title}</h1>
        {props.tools ? <div className="page-head-tools">{props.tools}</div> : null}
      </header>
      <p className="setting-hint">{props.hint}</p>
      {props.filters}
      {query.error ? (
        <ErrorBanner
          error={query.error}
          text={(reason) => pageText(query.data ? 'list.failed' : 'list.failedFirst', { reason })}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      <PlainTable
        caption={title}
        columns={props.columns}
        rows={props.rows ?? []}
        rowKey={props.rowKey}
        onOpen={open}
        skeletonRows={query.isPending ? props.usual : 0}
        empty={query.isPending || query.error ? null : props.empty}
      />
      {props.foot}
    </div>
  )
}
