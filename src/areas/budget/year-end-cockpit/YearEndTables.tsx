import { Link } from 'react-router'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { formAddress, pageAddress } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { budgetYearEnd } from '../year-end/budget-year-end.doc.ts'
import { yearEndAddress } from '../shared/budget-addresses.web.ts'
import type { AreaOption } from '../shared/budget-options.web.ts'
import type { CockpitView, YearEndHolding, RunningDocument, YearEndRun } from './year-end-api.web.ts'
import { yearEndText } from './year-end-texts.web.ts'

/** Documents that must finish first, with their assignees. */
export function RunningTable({ running }: { readonly running: readonly RunningDocument[] }) {
  return (
    <div className="year-end-scroll" tabIndex={0} role="region" aria-label={yearEndText('running')}>
      <table className="year-end-table">
        <caption>{yearEndText('running')}</caption>
        <thead>
          <tr>
            <th>{yearEndText('document')}</th>
            <th className="cell-right">{yearEndText('amount')}</th>
            <th>{yearEndText('holders')}</th>
            <th>{yearEndText('drafter')}</th>
            <th>{yearEndText('since')}</th>
          </tr>
        </thead>
        <tbody>
          {running.map((row) => (
            <tr key={row.formInstanceId}>
              <td>
                <DocumentNo row={row} />
              </td>
              <td className="cell-right">
                {row.amount && row.currency ? <Amount value={row.amount} currency={row.currency} /> : '/'}
              </td>
              <td>{row.holders.join(', ') || '/'}</td>
              <td>{row.drafter}</td>
              <td>{formatTime(row.startedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Its number, linked where it has a page here. */
function DocumentNo({ row }: { readonly row: { readonly no: string; readonly address: string | null } }) {
  if (row.address === null) return <span className="code">{row.no}</span>
  return (
    <Link className="code" to={row.address}>
      {row.no}
    </Link>
  )
}

/** Documents of other areas with committed or accrued amounts: they pay, release, or carry them over. */
export function HoldingTable({ holding, currency }: { readonly holding: YearEndHolding; readonly currency: string }) {
  const rest = holding.count - holding.documents.length
  return (
    <div className="year-end-scroll" tabIndex={0} role="region" aria-label={yearEndText('holding')}>
      <table className="year-end-table">
        <thead>
          <tr>
            <th>{yearEndText('document')}</th>
            <th className="cell-right">{yearEndText('lineCount')}</th>
            <th className="cell-right">{yearEndText('committed')}</th>
            <th className="cell-right">{yearEndText('accrued')}</th>
            <th className="cell-right">{yearEndText('childCount')}</th>
          </tr>
        </thead>
        <tbody>
          {holding.documents.map((row) => (
            <tr key={`${row.documentType} ${row.no}`}>
              <td>
                <DocumentNo row={row} />
              </td>
              <td className="cell-right">{row.lineCount}</td>
              <td className="cell-right">
                <Amount value={row.committed} currency={currency} />
              </td>
              <td className="cell-right">
                <Amount value={row.accrued} currency={currency} />
              </td>
              <td className="cell-right">{row.childCount === 0 ? '/' : row.childCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 ? <p className="quiet">{yearEndText('moreHolding', { count: rest })}</p> : null}
    </div>
  )
}

interface RunsTableProps {
  readonly view: CockpitView
  readonly area: AreaOption
  readonly mayUndo: boolean
}

/** Runs of the year so far; a run can be undone while the next year still has all of its money. */
export function RunsTable({ view, area, mayUndo }: RunsTableProps) {
  const text = documentTexts(budgetYearEnd)
  if (view.runs.length === 0) return <p className="quiet">{yearEndText('noRuns')}</p>
  return (
    <div className="year-end-scroll" tabIndex={0} role="region" aria-label={yearEndText('runs')}>
      <table className="year-end-table">
        <thead>
          <tr>
            <th>{text.field('no')}</th>
            <th>{text.field('kind')}</th>
            <th>{text.field('state')}</th>
            <th>{text.field('projectPoolCode')}</th>
            <th className="cell-right">{text.field('carriedAmount')}</th>
            <th className="cell-right">{text.field('lapsedAmount')}</th>
            <th>{text.field('drafter')}</th>
            <th>{text.field('createdAt')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {view.runs.map((run) => (
            <tr key={run.no}>
              <td>
                <Link className="code" to={runAddress(run)}>
                  {run.no}
                </Link>
              </td>
              <td>{text.option('kind', run.kind)}</td>
              <td>
                <StateMark colour={budgetYearEnd.states[run.state]} text={text.state(run.state)} />
              </td>
              <td>{run.projectPoolCode ?? '/'}</td>
              <td className="cell-right">{run.carried === null ? '/' : <Amount value={run.carried} />}</td>
              <td className="cell-right">{run.lapsed === null ? '/' : <Amount value={run.lapsed} />}</td>
              <td>{run.drafter}</td>
              <td>{formatTime(run.createdAt)}</td>
              <td>
                {run.undoneBy ? (
                  <span className="quiet">{yearEndText('undoneBy', { no: run.undoneBy })}</span>
                ) : run.mayUndo && mayUndo ? (
                  <Link to={yearEndAddress('undo', area, view.year, run)}>{yearEndText('undo')}</Link>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function runAddress({ no, state, isMine, formInstanceId }: YearEndRun): string {
  return formInstanceId && !(isMine && state === 'draft')
    ? pageAddress(budgetYearEnd, 'pc', formInstanceId)
    : (formAddress(budgetYearEnd, 'pc', no) ?? budgetYearEnd.pages.list)
}
