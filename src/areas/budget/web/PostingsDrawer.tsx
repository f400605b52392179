import { Button } from 'antd'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Amount } from '#kernel/ui/Amount.tsx'
import { DataTable, type Column } from '#kernel/ui/DataTable.tsx'
import { Dialog } from '#kernel/ui/Dialog.tsx'
import { timeText } from '#kernel/ui/time.ts'
import { pageText } from '#kernel/console/client/i18n.ts'
import { queryKeys } from '#kernel/console/client/query-keys.ts'
import { ExportButton } from '#kernel/console/downloads/ExportButton.tsx'
import { ErrorStrip } from '#kernel/console/Strip.tsx'
import { documentAddress } from './budget-addresses.ts'
import { LINE_AMOUNTS, type LineAmount } from '../line-amounts.ts'
import { budgetApi, type BudgetLine, type Posting } from './budget-api.ts'
import { pageLabel } from './budget-texts.ts'
import { periodText } from './period.ts'
import './postings-drawer.css'

const LIMIT = 50

/** Where a number comes from: the postings behind one amount of a budget line, newest first. */
export function PostingsDrawer({
  line,
  bucket,
  onClose,
}: {
  readonly line: BudgetLine
  readonly bucket: LineAmount
  readonly onClose: () => void
}) {
  const postings = useInfiniteQuery({
    queryKey: queryKeys.list('postings', [line.budgetCode, bucket]),
    queryFn: ({ pageParam }) =>
      budgetApi.postings({ budgetCode: line.budgetCode, bucket, page: pageParam, limit: LIMIT }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.records.length === LIMIT ? pages.length + 1 : undefined),
    staleTime: 0,
  })
  const rows = postings.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <Dialog
      shape="drawer"
      width={920}
      title={pageLabel('postingsOf', { bucket: pageLabel(`buckets.${bucket}`), code: line.budgetCode })}
      closeLabel={pageText('common.close')}
      onClose={onClose}
    >
      <div className="drawer-lead">
        <Amount value={line[bucket]} currency={line.currency} />
        <span className="quiet">
          {line.countryName} · {line.projectName} · {periodText(line.year, line.month)}
        </span>
        <ExportButton
          path={budgetApi.postingExportPath}
          right="budget.country.export"
          filters={{ budgetCode: line.budgetCode, bucket }}
          isPolled
        />
      </div>
      {postings.isError ? (
        <ErrorStrip
          error={postings.error}
          text={(reason) => pageText('list.failedFirst', { reason })}
          onRetry={() => void postings.refetch()}
        />
      ) : (
        <DataTable
          caption={pageLabel('postings', { code: line.budgetCode })}
          columns={postingColumns(onClose)}
          rows={rows}
          rowKey={(row) => `${row.at} ${row.documentNo} ${row.action} ${row.bucket} ${row.balanceAfter}`}
          skeletonRows={postings.isPending ? 5 : 0}
          maxHeight={640}
          empty={
            <div className="empty">
              <strong>{pageLabel('noPostings')}</strong>
            </div>
          }
        />
      )}
      {postings.hasNextPage ? (
        <Button type="link" loading={postings.isFetchingNextPage} onClick={() => void postings.fetchNextPage()}>
          {pageLabel('morePostings')}
        </Button>
      ) : null}
    </Dialog>
  )
}

const ACTIONS = ['submit', 'approve', 'reject', 'withdraw', 'load'] as const

function actionText(action: string): string {
  const known = ACTIONS.find((name) => name === action)
  return known ? pageLabel(`postingActions.${known}`) : action
}

function bucketText(name: string): string {
  const known = LINE_AMOUNTS.find((bucket) => bucket === name)
  return known ? pageLabel(`buckets.${known}`) : name
}

function postingColumns(onLeave: () => void): readonly Column<Posting>[] {
  return [
    { key: 'at', title: pageLabel('at'), render: (row) => timeText(row.at) },
    {
      key: 'document',
      title: pageLabel('document'),
      render: (row) =>
        row.formInstanceId ? (
          <Link className="code" to={documentAddress(row.documentType, row.formInstanceId)} onClick={onLeave}>
            {row.documentNo}
          </Link>
        ) : (
          row.documentNo
        ),
    },
    { key: 'action', title: pageLabel('action'), render: (row) => actionText(row.action) },
    { key: 'bucket', title: pageLabel('bucketColumn'), render: (row) => bucketText(row.bucket) },
    {
      key: 'amount',
      title: pageLabel('amount'),
      align: 'right',
      render: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    {
      key: 'balance',
      title: pageLabel('balance'),
      align: 'right',
      render: (row) => <Amount value={row.balanceAfter} />,
    },
    { key: 'actor', title: pageLabel('actor'), render: (row) => row.actor },
  ]
}
