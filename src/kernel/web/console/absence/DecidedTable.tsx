import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { DataTable } from '#kernel/web/ui/DataTable.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { timeText } from '#kernel/web/ui/time.ts'
import { isPhone } from '../client/approval.ts'
import { useNarrow } from '#kernel/web/ui/use-narrow.ts'
import { ErrorBanner } from '../Banner.tsx'
import { absenceApi, absenceKeys, type DecidedForMe } from './absence-api.ts'
import { absenceText } from './absence-text.ts'

const NARROW = 860

/** Decisions of substitutes for me, latest first. */
export function DecidedTable() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: absenceKeys.decided,
    queryFn: ({ signal }) => absenceApi.decided({ signal, handles: true }),
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => decidedColumns(), [])
  const isNarrow = useNarrow(NARROW)
  const rows = data ?? []
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} />
  if (isNarrow && rows.length > 0) return <DecidedCards rows={rows} />
  return (
    <DataTable
      caption={absenceText('views.decided')}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.formInstanceId} ${row.at}`}
      skeletonRows={isPending ? 3 : 0}
      empty={
        <div className="empty">
          <strong>{absenceText('none.decided')}</strong>
        </div>
      }
    />
  )
}

function addressOf(row: DecidedForMe): string {
  return isPhone() ? row.mobileUrl : row.url
}

function decidedColumns(): readonly Column<DecidedForMe>[] {
  return [
    {
      key: 'no',
      title: absenceText('document'),
      isFrozen: true,
      render: (row) => (
        <Link className="code" to={addressOf(row)}>
          {row.no}
        </Link>
      ),
    },
    { key: 'title', title: '', render: (row) => row.title },
    { key: 'decision', title: absenceText('decision'), render: (row) => absenceText(`decisions.${row.decision}`) },
    { key: 'substitute', title: absenceText('substitute'), render: (row) => row.substitute.name },
    { key: 'opinion', title: absenceText('opinion'), render: (row) => row.opinion ?? '/' },
    { key: 'at', title: absenceText('decidedAt'), render: (row) => timeText(row.at) },
  ]
}

function DecidedCards({ rows }: { readonly rows: readonly DecidedForMe[] }) {
  return (
    <ul className="absence-cards">
      {rows.map((row) => (
        <li key={`${row.formInstanceId} ${row.at}`}>
          <div>
            <Link to={addressOf(row)}>{row.title}</Link>
            <span>{absenceText(`decisions.${row.decision}`)}</span>
          </div>
          <span className="quiet">
            {row.substitute.name} · {timeText(row.at)}
          </span>
          {row.opinion ? <span>{row.opinion}</span> : null}
        </li>
      ))}
    </ul>
  )
}
