import { Button, Input } from 'antd'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import type { PeriodState } from '../shared/budget-period.ts'
import { type Month, PERIOD_COLOURS, yearEndApi } from '../year-end-cockpit/year-end-api.web.ts'
import { stateText, yearEndText } from '../year-end-cockpit/year-end-texts.web.ts'
import '../year-end-cockpit/year-end.css'

interface PeriodsProps {
  readonly idc: string
  readonly year: number
  /** Null while it is not known. */
  readonly buttons: ((code: string) => boolean) | null
}

/** Allowed moves of months, with source state and right. */
const MOVES = [
  { to: 'closing', from: 'open', right: 'budget.period.move', text: 'toClosing', ask: 'askClosing' },
  { to: 'closed', from: 'closing', right: 'budget.period.move', text: 'toClosed', ask: 'askClosed' },
  { to: 'open', from: 'closing', right: 'budget.period.reopen', text: 'reopen', ask: 'askReopen' },
] as const
type Move = (typeof MOVES)[number]

/** The periods of a year, month by month. */
export function Periods({ idc, year, buttons }: PeriodsProps) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [asking, setAsking] = useState<Move | null>(null)
  const [isHistory, setHistory] = useState(false)
  const list = useQuery({
    queryKey: queryKeys.list('budgetPeriod', [idc, year]),
    queryFn: () => yearEndApi.months(idc, year, { handles: true }),
  })
  if (list.isError) return <ErrorBanner error={list.error} text={(text) => text} onRetry={() => void list.refetch()} />
  if (!list.data) return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
  const { months } = list.data
  const moves = MOVES.filter(({ right }) => buttons?.(right))
  const fits = ({ from }: Move) =>
    chosen.length > 0 && chosen.every((month) => months.find((each) => each.month === month)?.state === from)
  return (
    <div className="year-end">
      <div className="year-end-tools">
        {moves.map((move) => (
          <Button key={move.to} disabled={!fits(move)} onClick={() => setAsking(move)}>
            {yearEndText(move.text)}
          </Button>
        ))}
        {moves.length > 0 ? <span className="quiet">{yearEndText('chosen', { count: chosen.length })}</span> : null}
        <Button type="link" className="year-end-history" onClick={() => setHistory(true)}>
          {yearEndText('history')}
        </Button>
      </div>
      <MonthTable months={months} chosen={chosen} onChoose={moves.length > 0 ? setChosen : null} />
      {asking ? (
        <MoveDialog
          idc={idc}
          year={year}
          months={chosen}
          move={asking}
          onMoved={() => {
            setChosen([])
            void list.refetch()
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {isHistory ? <History idc={idc} year={year} onClose={() => setHistory(false)} /> : null}
    </div>
  )
}

interface MonthTableProps {
  readonly months: readonly Month[]
  readonly chosen: readonly number[]
  readonly onChoose: ((months: readonly number[]) => void) | null
}

function MonthTable({ months, chosen, onChoose }: MonthTableProps) {
  const movable = months.filter(({ state }) => state !== 'closed').map(({ month }) => month)
  return (
    <div className="year-end-scroll" tabIndex={0} role="region" aria-label={yearEndText('progress')}>
      <table className="year-end-table">
        <thead>
          <tr>
            {onChoose ? (
              <th>
                <Checkbox
                  aria-label={yearEndText('chooseAll')}
                  checked={movable.length > 0 && chosen.length === movable.length}
                  isSome={chosen.length > 0}
                  disabled={movable.length === 0}
                  onChange={(isChecked) => onChoose(isChecked ? movable : [])}
                />
              </th>
            ) : null}
            <th>{yearEndText('month')}</th>
            <th>{yearEndText('state')}</th>
            <th>{yearEndText('movedAt')}</th>
            <th>{yearEndText('movedBy')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, state, updatedAt, updatedBy }) => (
            <tr key={month}>
              {onChoose ? (
                <td>
                  <Checkbox
                    aria-label={yearEndText('chooseMonth', { month: pageText('form.month', { month }) })}
                    checked={chosen.includes(month)}
                    disabled={state === 'closed'}
                    onChange={(isChecked) =>
                      onChoose(isChecked ? [...chosen, month] : chosen.filter((each) => each !== month))
                    }
                  />
                </td>
              ) : null}
              <td>{pageText('form.month', { month })}</td>
              <td>
                <StateMark colour={PERIOD_COLOURS[state]} text={stateText(state)} />{' '}
                <span className="quiet">{yearEndText(`stateNotes.${state}`)}</span>
              </td>
              <td>{updatedAt ? formatTime(updatedAt) : '/'}</td>
              <td>{updatedBy ?? '/'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MoveDialogProps {
  readonly idc: string
  readonly year: number
  readonly months: readonly number[]
  readonly move: Move
  readonly onMoved: () => void
  readonly onClose: () => void
}

function MoveDialog({ idc, year, months, move, onMoved, onClose }: MoveDialogProps) {
  const [reason, setReason] = useState('')
  const asks: PeriodState = move.to
  const moved = useMutation({
    mutationFn: () => {
      const body = { year, months }
      const options = { handles: true } as const
      return move.to === 'open'
        ? yearEndApi.reopen(idc, { ...body, reason: reason.trim() }, options)
        : yearEndApi.move(idc, { ...body, to: move.to }, options)
    },
    onSuccess: () => {
      onMoved()
      onClose()
    },
  })
  const names = months.toSorted((a, b) => a - b).map((month) => pageText('form.month', { month }))
  return (
    <Dialog
      title={yearEndText(move.text)}
      closeLabel={yearEndText('close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{yearEndText('cancel')}</Button>
          <Button
            type="primary"
            loading={moved.isPending}
            disabled={asks === 'open' && reason.trim() === ''}
            onClick={() => moved.mutate()}
          >
            {yearEndText(move.text)}
          </Button>
        </>
      }
    >
      <div className="year-end-propose">
        {moved.isError ? (
          <ErrorBanner error={moved.error} text={(text) => text} onRetry={() => moved.mutate()} />
        ) : null}
        <p>
          <strong>
            {year} · {names.join(' ')}
          </strong>
        </p>
        <p>{yearEndText(move.ask)}</p>
        {asks === 'open' ? (
          <Input.TextArea
            rows={3}
            maxLength={500}
            aria-label={yearEndText('reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

function History({ idc, year, onClose }: { idc: string; year: number; onClose: () => void }) {
  const history = useQuery({
    queryKey: queryKeys.list('budgetPeriod', ['history', idc, year]),
    queryFn: () => yearEndApi.history(idc, year, { handles: true }),
  })
  return (
    <Dialog
      shape="drawer"
      width={720}
      title={yearEndText('historyOf', { year })}
      closeLabel={yearEndText('close')}
      onClose={onClose}
    >
      {history.isError ? (
        <ErrorBanner error={history.error} text={(text) => text} onRetry={() => void history.refetch()} />
      ) : history.data?.length === 0 ? (
        <p className="quiet">{yearEndText('noHistory')}</p>
      ) : (
        <table className="year-end-table">
          <thead>
            <tr>
              <th>{yearEndText('at')}</th>
              <th>{yearEndText('month')}</th>
              <th>{yearEndText('to')}</th>
              <th>{yearEndText('movedBy')}</th>
              <th>{yearEndText('reason')}</th>
            </tr>
          </thead>
          <tbody>
            {history.data?.map((entry) => (
              <tr key={`${entry.at} ${entry.month} ${entry.to}`}>
                <td>{formatTime(entry.at)}</td>
                <td>{pageText('form.month', { month: entry.month })}</td>
                <td>
                  <StateMark colour={PERIOD_COLOURS[entry.to]} text={stateText(entry.to)} />
                </td>
                <td>{entry.by}</td>
                <td>{entry.reason ?? entry.documentNo ?? '/'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
