import { Button } from 'antd'
import { Link } from 'react-router'
import type { HolderHealth, MonitorRow } from '#kernel/services/monitor/monitor-schemas.ts'
import { STUCK_DAYS } from '#kernel/services/monitor/monitor-wire.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { formatTime, minutesSince } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import { durationText } from '../duration.ts'
import { useNow } from '../use-now.ts'
import { monitorText } from './monitor-text.ts'
import { isAble, type RepairPlan } from './repairs.ts'

interface ExplanationProps {
  readonly row: MonitorRow
  /** Null for people who may only view. */
  readonly onRepair: ((plan: RepairPlan) => void) | null
  readonly onClose: () => void
}

/** Why an approval is stuck, in words, its assignees, and the repairs for it. */
export function Explanation({ row, onRepair, onClose }: ExplanationProps) {
  const { formInstanceId } = row
  const isRunning = row.state === 'running'
  return (
    <Dialog
      shape="drawer"
      width={520}
      title={row.no}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          {row.url ? <Link to={row.url}>{monitorText('open')}</Link> : null}
          {isRunning && onRepair ? (
            <Button danger onClick={() => onRepair({ repair: 'terminate', items: [{ formInstanceId }] })}>
              {monitorText('repairs.terminate')}
            </Button>
          ) : null}
          {row.failedEffects.length > 0 && onRepair ? (
            <Button onClick={() => onRepair({ repair: 'retry', items: [{ formInstanceId }] })}>
              {monitorText('repairs.retry')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="explanation">
        <p className="quiet explanation-head">
          {[row.typeLabel, row.organisationName, row.drafter.name, formatTime(row.startedAt)].map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
        <section>
          <h3>{monitorText('why.title')}</h3>
          <ul className="explanation-reasons">
            {reasonsOf(row).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </section>
        {isRunning ? <Holders row={row} onRepair={onRepair} /> : null}
      </div>
    </Dialog>
  )
}

function Holders({ row, onRepair }: Pick<ExplanationProps, 'row' | 'onRepair'>) {
  const { formInstanceId } = row
  return (
    <section>
      <h3>{monitorText('holders')}</h3>
      {row.holders.length === 0 ? <p className="quiet">{monitorText('nobodyHolds')}</p> : null}
      <ul className="explanation-holders">
        {row.holders.map((holder) => (
          <li key={holder.taskId}>
            <Holder holder={holder} />
            {onRepair ? (
              <Button
                size="small"
                onClick={() => onRepair({ repair: 'reassign', items: [{ formInstanceId, taskId: holder.taskId }] })}
              >
                {monitorText('repairs.reassign')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {onRepair
        ? row.steps.map(({ key, name }) => (
            <Button
              key={key}
              size="small"
              onClick={() => onRepair({ repair: 'renew', items: [{ formInstanceId, step: key }] })}
            >
              {monitorText('repairs.renewStep', { step: name })}
            </Button>
          ))
        : null}
    </section>
  )
}

function Holder({ holder }: { readonly holder: HolderHealth }) {
  const now = useNow()
  const faults = faultsOf(holder)
  return (
    <div>
      <div>
        {holder.name} <span className="quiet">{holder.account}</span>
      </div>
      <div className="quiet">
        {[
          holder.stepName,
          monitorText('holder.since', { time: durationText(minutesSince(holder.since, now)) }),
          ...(holder.principal ? [monitorText('holder.standsIn', { name: holder.principal.name })] : []),
        ].join(' · ')}
      </div>
      {faults.length > 0 ? <div className="explanation-fault">{faults.join(', ')}</div> : null}
    </div>
  )
}

function faultsOf(holder: HolderHealth): readonly string[] {
  if (isAble(holder)) return []
  if (!holder.isActive) return [monitorText('holder.inactive')]
  return [
    ...(holder.mayDecide ? [] : [monitorText('holder.mayNotDecide')]),
    ...(holder.holdsRole ? [] : [monitorText('holder.roleLost')]),
  ]
}

function reasonsOf(row: MonitorRow): readonly string[] {
  const reasons = [
    row.stuck ? monitorText(`why.${row.stuck}`, { days: STUCK_DAYS }) : null,
    row.slow === 'overdue' ? monitorText('why.overdue', { time: formatTime(row.limitAt) }) : null,
    row.slow === 'slowerThanUsual'
      ? monitorText('why.slowerThanUsual', { usual: durationText(row.usualMinutes ?? 0) })
      : null,
    row.isEscalated ? monitorText('why.escalated') : null,
    ...row.failedEffects.map(({ effect, line, error }) =>
      line === null
        ? monitorText('why.failed', { effect, error: error ?? '' })
        : monitorText('why.failedLine', { effect, line, error: error ?? '' }),
    ),
  ].filter((reason) => reason !== null)
  return reasons.length > 0 ? reasons : [monitorText('why.fine')]
}
