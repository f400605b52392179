import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { formatTime, timeText } from '#kernel/web/ui/time.ts'
import {
  FUNDS_LISTS,
  type FundsColumn,
  type FundsFilter,
  type FundsList,
  type FundsListName,
  type FundsRow,
  listPath,
  sumsOf,
} from './funds-lists.ts'
import { BatchState } from '../rebate/BatchState.tsx'
import { FundsDetail, hasDetail } from '../account/FundsDetail.tsx'
import { behindAddress } from '../funds-addresses.web.ts'
import { fundsApi } from '../funds-api.web.ts'
import { columnText, fundsText, wordText } from '../funds-texts.web.ts'

/** One of the lists of customer funds, on the desktop. */
function FundsListPage({ name }: { readonly name: FundsListName }) {
  const list = FUNDS_LISTS[name]
  const [opened, setOpened] = useState<FundsRow | null>(null)
  const columns = useMemo(() => list.columns.map((column) => columnOf(list, column, setOpened)), [list])
  const filters = useMemo(() => list.filters.map(filterOf), [list])
  return (
    <ListPage title={fundsText(`lists.${name}`)}>
      <ListView<FundsRow>
        name="funds"
        list={`funds.${name}`}
        place={name}
        caption={fundsText(`lists.${name}`)}
        columns={columns}
        rowKey={idOf}
        filters={filters}
        fetchPage={(request, signal) => fundsApi.page(name, request, { signal, handles: true })}
        fetchCount={(asked, signal) => fundsApi.count(name, asked, { signal, handles: true })}
        {...(sumsOf(list).length > 0 ? { totals: (asked) => <Totals list={list} filters={asked} /> } : {})}
        {...(list.sort === null ? { ways: WAYS } : {})}
        emptyHint={fundsText('empty')}
        tools={(view) => <ExportButton path={`${listPath(name)}/export`} right={list.exportRight} view={view} />}
      />
      {opened && hasDetail(name) ? (
        <Dialog
          shape="drawer"
          width={560}
          title={`${String(opened['no'] ?? opened['sourceNo'])} · ${String(opened['customerName'])}`}
          closeLabel={pageText('common.close')}
          onClose={() => setOpened(null)}
        >
          <FundsDetail list={name} row={opened} />
        </Dialog>
      ) : null}
    </ListPage>
  )
}

export const AccountPage = () => <FundsListPage name="account" />
export const RebatePage = () => <FundsListPage name="rebate" />
export const FlowPage = () => <FundsListPage name="flow" />
export const ReceivablePage = () => <FundsListPage name="receivable" />
export const InvoicePage = () => <FundsListPage name="invoice" />

/** For a list without numbered pages. */
const WAYS = {
  newest: fundsText('ways.newest'),
  newer: fundsText('ways.newer'),
  older: fundsText('ways.older'),
  oldest: fundsText('ways.oldest'),
}

const idOf = (row: FundsRow): string => row.id

function columnOf(list: FundsList, column: FundsColumn, open: (row: FundsRow) => void): Column<FundsRow> {
  const { key, kind, isSorted } = column
  const isFirst = list.columns[0] === column
  return {
    key,
    title: columnText(key),
    render: (row) => cell(list, column, row, isFirst && hasDetail(list.name) ? open : null),
    ...(kind === 'amount' || kind === 'count' ? { align: 'right' as const } : {}),
    ...(isSorted ? { sort: key } : {}),
    ...(isFirst ? { isFrozen: true } : {}),
    ...(key === 'customerName' ? { width: 220 } : {}),
  }
}

function cell(
  list: FundsList,
  { key, kind }: FundsColumn,
  row: FundsRow,
  open: ((row: FundsRow) => void) | null,
): ReactNode {
  const value = row[key]
  if (open)
    return (
      <button type="button" className="link-button code" onClick={() => open(row)}>
        {String(value)}
      </button>
    )
  if (kind === 'amount') {
    const behind = list.name === 'account' ? behindAddress(row, key, 'pc') : null
    const amount = <Amount value={value === null || value === undefined ? null : String(value)} />
    return behind ? (
      <Link to={behind} aria-label={`${columnText(key)} ${String(row['customerCode'])} ${String(value)}`}>
        {amount}
      </Link>
    ) : (
      amount
    )
  }
  if (key === 'state') return <BatchState value={value} />
  if (kind === 'word') return wordText(key, value)
  if (kind === 'time') return <time title={timeText(String(value))}>{formatTime(String(value))}</time>
  const shown = value === null || value === undefined || value === '' ? '/' : String(value)
  return kind === 'code' || kind === 'day' ? <span className="code">{shown}</span> : shown
}

function filterOf({ name, kind, options }: FundsFilter): FilterSpec {
  const label = columnText(name)
  if (kind === 'days') return { kind: 'dates', name, label, ...(name === 'at' ? {} : { isOfDays: true as const }) }
  if (options)
    return { kind: 'choice', name, label, options: options.map((value) => ({ value, label: wordText(name, value) })) }
  return { kind: 'text', name, label }
}

/** One line per currency: they are never added up. */
function Totals({ list, filters }: { readonly list: FundsList; readonly filters: Readonly<Record<string, unknown>> }) {
  const { data } = useQuery({
    queryKey: queryKeys.sum('funds', [list.name, filters]),
    queryFn: ({ signal }) => fundsApi.sums(list.name, filters, { signal, handles: true }),
  })
  if (!data || data.length === 0) return null
  return (
    <div className="totals" role="group" tabIndex={0} aria-label={pageText('list.totals')}>
      {data.map((sum) => (
        <div key={sum.currency} className="totals-row">
          <strong>{sum.currency}</strong>
          {sumsOf(list).map((key) => (
            <dl key={key}>
              <dt>{columnText(key)}</dt>
              <dd>
                <Amount value={String(sum[key])} />
              </dd>
            </dl>
          ))}
        </div>
      ))}
    </div>
  )
}
