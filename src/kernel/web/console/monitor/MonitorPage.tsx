import { useMemo, useState } from 'react'
import type { MonitorRow } from '#kernel/services/monitor/monitor-schemas.ts'
import { MONITORED } from '#kernel/services/monitor/monitor-wire.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { usePageButtons } from '../document/page-buttons.ts'
import { useOptions } from '../client/use-options.ts'
import { notify } from '../client/live/notices.ts'
import { queryClient } from '../client/query-client.ts'
import { staleAfterAction } from '../client/query-keys.ts'
import { ExportButton } from '../downloads/ExportButton.tsx'
import type { BulkResult } from '../list/document/bulk.ts'
import type { FilterSpec } from '../list/filters/filter-spec.ts'
import { ListPage } from '../list/ListPage.tsx'
import { ListView } from '../list/ListView.tsx'
import { Explanation } from './Explanation.tsx'
import { monitorApi } from './monitor-api.ts'
import { monitorText } from './monitor-text.ts'
import { RepairDialog } from './RepairDialog.tsx'
import { bulkRepairs, type RepairPlan } from './repairs.ts'
import { Summary } from './Summary.tsx'
import { durationText } from '../duration.ts'
import { amountColumn, personColumn, textColumn, timeColumn, waitingColumn } from '../list/columns.tsx'
import './monitor.css'

interface Asking {
  readonly plan: RepairPlan
  readonly settle: (result: BulkResult | null) => void
}

/** Which approvals need attention, why, and their repairs; for administrators, and without repairs for auditors. */
export default function MonitorPage() {
  const [explained, setExplained] = useState<MonitorRow | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const holds = usePageButtons()
  const mayMend = holds?.('approval.administer') ?? false
  const columns = useMemo(() => monitorColumns(setExplained), [])
  const bulk = useMemo(
    () =>
      bulkRepairs(
        (plan) =>
          new Promise<BulkResult>((resolve, reject) => {
            // Cancelled: the selection stays, without a message.
            const settle: Asking['settle'] = (result) => (result ? resolve(result) : reject(new Error('given up')))
            setAsking({ plan, settle })
          }),
      ),
    [],
  )
  const repairOne = (plan: RepairPlan): void => {
    const settle: Asking['settle'] = (result) => {
      if (!result) return
      setExplained(null)
      if (result.failed.length === 0) notify('success', monitorText('done'))
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => staleAfterAction(['monitor'])(queryKey) })
    }
    setAsking({ plan, settle })
  }
  const end = (result: BulkResult | null): void => {
    asking?.settle(result)
    setAsking(null)
  }
  return (
    <ListPage title={monitorText('title')}>
      <Summary />
      <ListView<MonitorRow>
        name="monitor"
        caption={monitorText('caption')}
        columns={columns}
        rowKey={keyOf}
        rowLabel={noOf}
        filters={useFilters()}
        defaultSort="-waiting"
        fetchPage={(request, signal) => monitorApi.page(request, { signal, handles: true })}
        {...(mayMend ? { bulk } : {})}
        emptyText={monitorText('empty')}
        tools={(view) => <ExportButton path="/aps/bpm/monitor/export" right="approval.monitor.export" view={view} />}
      />
      {explained ? (
        <Explanation row={explained} onRepair={mayMend ? repairOne : null} onClose={() => setExplained(null)} />
      ) : null}
      {asking ? <RepairDialog plan={asking.plan} onDone={end} onCancel={() => end(null)} /> : null}
    </ListPage>
  )
}

const keyOf = (row: MonitorRow): string => row.formInstanceId
const noOf = (row: MonitorRow): string => row.no
const asIs = <T,>(option: T): T => option
const loadOptions = () => monitorApi.options({ handles: true })

const DAYS = [1, 3, 7, 14, 30]

function useFilters(): readonly FilterSpec[] {
  const types = useOptions(['monitorTypes'], async () => (await loadOptions()).types, asIs)
  const organisations = useOptions(['monitorOrganisations'], async () => (await loadOptions()).organisations, asIs)
  return [
    { kind: 'text', name: 'no', label: monitorText('fields.no'), rule: { maxLength: 20 } },
    {
      kind: 'choice',
      name: 'health',
      label: monitorText('fields.health'),
      options: MONITORED.map((value) => ({ value, label: monitorText(`counts.${value}`) })),
    },
    { kind: 'text', name: 'holder', label: monitorText('fields.holder') },
    { kind: 'text', name: 'step', label: monitorText('fields.step') },
    { kind: 'choice', name: 'documentType', label: monitorText('fields.type'), ...types },
    { kind: 'choice', name: 'organisation', label: monitorText('fields.organisation'), ...organisations },
    {
      kind: 'choice',
      name: 'days',
      label: monitorText('fields.days'),
      options: DAYS.map((days) => ({ value: String(days), label: monitorText('daysAtLeast', { days }) })),
      isNumber: true,
    },
  ]
}

function monitorColumns(explain: (row: MonitorRow) => void): readonly Column<MonitorRow>[] {
  const field = (name: Parameters<typeof monitorText>[0] & `fields.${string}`): string => monitorText(name)
  return [
    {
      key: 'no',
      title: field('fields.no'),
      render: (row) => (
        <button
          type="button"
          className="link-button code"
          aria-label={monitorText('explain', { no: row.no })}
          onClick={() => explain(row)}
        >
          {row.no}
        </button>
      ),
      isFrozen: true,
      width: 150,
      sort: 'no',
    },
    { key: 'health', title: field('fields.health'), render: (row) => <HealthMarks row={row} /> },
    waitingColumn((row) => row.since, { key: 'since', title: field('fields.waiting'), sort: 'waiting' }),
    personColumn('holder', field('fields.holder'), (row) => row.holders),
    textColumn('step', field('fields.step'), (row) => row.steps.map(({ name }) => name).join(', ')),
    textColumn('type', field('fields.type'), (row) => row.typeLabel),
    textColumn('organisation', field('fields.organisation'), (row) => row.organisationName),
    timeColumn('limitAt', field('fields.limit'), (row) => row.limitAt, { sort: 'limitAt' }),
    textColumn('usual', field('fields.usual'), (row) =>
      row.usualMinutes === null ? null : durationText(row.usualMinutes),
    ),
    personColumn('drafter', field('fields.drafter'), (row) => row.drafter),
    amountColumn('amount', field('fields.amount'), (row) => row.amount, {
      currency: (row) => row.currency,
      isHidden: true,
    }),
    timeColumn('startedAt', field('fields.startedAt'), (row) => row.startedAt, { sort: 'startedAt' }),
  ]
}

/** All of its problems, the worst first. */
function HealthMarks({ row }: { readonly row: MonitorRow }) {
  const isFine = !row.stuck && !row.slow && !row.isEscalated && row.failedEffects.length === 0
  return (
    <span className="monitor-marks">
      {row.stuck ? <StateMark colour="red" text={monitorText(`stuck.${row.stuck}`)} /> : null}
      {row.failedEffects.length > 0 ? <StateMark colour="red" text={monitorText('counts.failed')} /> : null}
      {row.slow ? <StateMark colour="orange" text={monitorText(`slow.${row.slow}`)} /> : null}
      {row.isEscalated ? <StateMark colour="orange" text={monitorText('counts.escalated')} /> : null}
      {isFine ? <StateMark colour="green" text={monitorText('fine')} /> : null}
    </span>
  )
}
