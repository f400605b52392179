import type { MonitorRow } from '#kernel/services/monitor/monitor-schemas.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { durationText } from '../duration.ts'
import { amountColumn, personColumn, textColumn, timeColumn, waitingColumn } from '../list/columns.tsx'
import { monitorText } from './monitor-text.ts'

export function monitorColumns(explain: (row: MonitorRow) => void): readonly Column<MonitorRow>[] {
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
