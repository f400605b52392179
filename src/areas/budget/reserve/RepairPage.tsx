import { useMemo, useState } from 'react'
import { kernelText } from '#kernel/web/console/client/i18n.ts'
import { notify } from '#kernel/web/console/client/live/notices.ts'
import { usePageButtons } from '#kernel/web/console/document/page-buttons.ts'
import { reserveLook } from '#kernel/engine/reserve/reserve-look.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import type { BulkAction, BulkResult } from '#kernel/web/console/list/document/bulk.ts'
import {
  amountColumn,
  codeColumn,
  stateColumn,
  textColumn,
  timeColumn,
  waitingColumn,
} from '#kernel/web/console/list/columns.tsx'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import type { BoardRow } from '#kernel/services/reserve-confirmation/board-wire.ts'
import { isFailed, RESERVE_WORDS } from '#kernel/engine/reserve/reserve-states.ts'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import type { RepairTexts } from './repair.en.ts'
import { repairApi, reservesChanged } from './repair-api.web.ts'
import { reservingTypes, typeText } from './repair-types.web.ts'
import { repairText } from './repair-texts.web.ts'
import { Deadline } from './Deadline.tsx'
import { ReserveDrawer } from './ReserveDrawer.tsx'
import { ReserveStates } from './ReserveStates.tsx'
import { RetryDialog } from './RetryDialog.tsx'
import './repair.css'

interface Asking {
  readonly rows: readonly BoardRow[]
  readonly settle: (result: BulkResult | null) => void
}

/** Reserves that the finance system has not confirmed or not released: owner, reason, start, deadline. */
export default function RepairPage() {
  const [shown, setShown] = useState<string | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const columns = useMemo(() => boardColumns(setShown), [])
  const filters = useMemo(() => boardFilters(), [])
  const holds = usePageButtons()
  const mayRetry = holds?.('budget.reserve.retry') ?? false
  const bulk = useMemo(() => (mayRetry ? [retryMany((rows, settle) => setAsking({ rows, settle }))] : []), [mayRetry])
  const retryOne = (row: BoardRow): void => setAsking({ rows: [row], settle: (result) => result && setShown(null) })
  const end = (result: BulkResult | null): void => {
    if (result && result.done > 0) {
      notify('success', repairText('retried', { count: result.done }))
      reservesChanged(reservingTypes().map(({ name }) => name))
    }
    asking?.settle(result)
    setAsking(null)
  }
  return (
    <ListPage title={repairText('title')}>
      <ReserveStates />
      <ListView<BoardRow>
        name="documentReserve"
        caption={repairText('title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.no}
        filters={filters}
        fetchPage={(request, signal) => repairApi.page(request, { signal, handles: true })}
        fetchCount={(asked, signal) => repairApi.count(asked, { signal, handles: true })}
        bulk={holds ? bulk : null}
        emptyText={repairText('empty')}
        tools={(view) => <ExportButton path={repairApi.exportPath} right="budget.reserve.view" view={view} />}
      />
      {shown === null ? null : (
        <ReserveDrawer id={shown} onRetry={mayRetry ? retryOne : null} onClose={() => setShown(null)} />
      )}
      {asking ? <RetryDialog rows={asking.rows} onDone={end} onCancel={() => end(null)} /> : null}
    </ListPage>
  )
}

function retryMany(ask: (rows: readonly BoardRow[], settle: Asking['settle']) => void): BulkAction<BoardRow> {
  return {
    key: 'retry',
    label: repairText('retry'),
    whyNot: (row) => (row.mayRetry ? null : repairText(isFailed(row.state) ? 'notYours' : 'notFailed')),
    act: (target) =>
      new Promise<BulkResult>((resolve, reject) => {
        // Cancelled: the selection stays, without a message.
        const settle: Asking['settle'] = (result) => (result ? resolve(result) : reject(new Error('given up')))
        ask(target.kind === 'rows' ? target.rows : [], settle)
      }),
  }
}

function boardColumns(onShow: (id: string) => void): readonly Column<BoardRow>[] {
  return [
    {
      key: 'no',
      title: fieldText('no'),
      isFrozen: true,
      width: 160,
      render: (row) => (
        <button type="button" className="link-button code" onClick={() => onShow(row.id)}>
          {row.no}
        </button>
      ),
    },
    stateColumn(
      'state',
      fieldText('state'),
      {
        state: (row) => row.state,
        colours: reserveLook.states,
        text: (state) => kernelText(`reserveStates.${state}`),
      },
      { width: 150 },
    ),
    textColumn('reason', fieldText('reason'), (row) => row.reason, { width: 340 }),
    textColumn('owner', fieldText('owner'), (row) => row.owner.name),
    waitingColumn((row) => row.since, { key: 'age', title: fieldText('age') }),
    {
      key: 'deadline',
      title: fieldText('deadline'),
      width: 170,
      render: (row) => <Deadline row={row} />,
    },
    {
      ...textColumn<BoardRow>('attempts', fieldText('attempts'), (row) => row.attempts, { width: 90 }),
      align: 'right',
    },
    timeColumn('next', fieldText('next'), (row) => row.nextAttemptAt),
    amountColumn('amount', fieldText('amount'), (row) => row.amount, { currency: (row) => row.currency }),
    textColumn('document', fieldText('document'), (row) => typeText(row.documentType)),
    textColumn('organisation', fieldText('organisation'), (row) => row.organisation),
    timeColumn('since', fieldText('since'), (row) => row.since, { isHidden: true }),
    textColumn('round', fieldText('round'), (row) => row.round, { isHidden: true }),
    codeColumn('reference', fieldText('reference'), (row) => row.reference ?? '', { isHidden: true }),
  ]
}

function fieldText(name: keyof RepairTexts['fields']): string {
  return repairText(`fields.${name}`)
}

function boardFilters(): readonly FilterSpec[] {
  return [
    { kind: 'text', name: 'no', label: fieldText('no'), rule: { maxLength: 20 } },
    {
      kind: 'choice',
      name: 'state',
      label: fieldText('state'),
      options: RESERVE_WORDS.map((value) => ({ value, label: kernelText(`reserveStates.${value}`) })),
    },
    { kind: 'text', name: 'owner', label: fieldText('owner'), rule: { maxLength: 100 } },
    {
      kind: 'choice',
      name: 'documentType',
      label: fieldText('document'),
      options: reservingTypes().map(({ name, label }) => ({ value: name, label })),
    },
    {
      kind: 'choice',
      name: 'isOverdue',
      label: fieldText('deadline'),
      options: [{ value: 'yes', label: repairText('yes') }],
    },
  ]
}
