import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { amount, amountText, sumAmounts, zero } from '#kernel/base/money/money.ts'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { yearEndAddress } from '../shared/budget-addresses.web.ts'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import type { AreaOption } from '../shared/budget-options.web.ts'
import { useOpen } from '../spending/use-open.web.ts'
import { periodText } from '../period/period.web.ts'
import { ProposeDialog } from './ProposeDialog.tsx'
import { type CockpitView, PERIOD_COLOURS, yearEndApi } from './year-end-api.web.ts'
import { YearEndFigures } from './YearEndFigures.tsx'
import { Section } from './YearEndSection.tsx'
import { HoldingTable, RunningTable, RunsTable } from './YearEndTables.tsx'
import { stateText, yearEndText } from './year-end-texts.web.ts'
import './year-end.css'

interface YearEndCockpitProps {
  readonly area: AreaOption
  readonly year: number
  readonly maySubmit: boolean
}

/** The progress of an area's year end, and the next step. */
export function YearEndCockpit({ area, year, maySubmit }: YearEndCockpitProps) {
  const cockpit = useQuery({
    queryKey: queryKeys.detail('budgetYearEnd', ['cockpit', area.idcCode, year]),
    queryFn: () => yearEndApi.cockpit(area.idcCode, year, { handles: true }),
  })
  if (cockpit.isError)
    return <ErrorBanner error={cockpit.error} text={(reason) => reason} onRetry={() => void cockpit.refetch()} />
  if (!cockpit.data) return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
  const { data } = cockpit
  return (
    <div className="year-end">
      <Books view={data} />
      <YearEndFigures view={data} area={area} />
      <InTheWay view={data} area={area} maySubmit={maySubmit} />
      <HeldByDocuments view={data} area={area} />
      <Pools view={data} area={area} maySubmit={maySubmit} onMade={() => void cockpit.refetch()} />
      <NeverUsed view={data} area={area} />
      <Section title={yearEndText('runs')}>
        <RunsTable view={data} area={area} mayUndo={maySubmit} />
      </Section>
    </div>
  )
}

/** The twelve months with their period states. */
function Books({ view: { months, year } }: { readonly view: CockpitView }) {
  return (
    <Section title={yearEndText('progress')}>
      <ol className="year-end-months">
        {months.map(({ month, state }) => (
          <li key={month} className={`year-end-month year-end-${state}`}>
            <span className="year-end-month-name">{periodText(year, month)}</span>
            <StateMark colour={PERIOD_COLOURS[state]} text={stateText(state)} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

interface PartProps {
  readonly view: CockpitView
  readonly area: AreaOption
  readonly maySubmit: boolean
}

function InTheWay({ view, area, maySubmit }: PartProps) {
  const open = useOpen()
  const isClosing = view.months.every(({ state }) => state !== 'open')
  const isClosed = view.months.every(({ state }) => state === 'closed')
  const isFree = view.obstacles.length === 0 && view.running.length === 0
  const mayClose = isClosing && !isClosed && isFree
  return (
    <Section
      title={yearEndText('obstacles')}
      aside={
        maySubmit && !isClosed ? (
          <Button
            disabled={!mayClose}
            title={isClosing ? undefined : yearEndText('notClosing')}
            onClick={() => open(yearEndAddress('close', area, view.year))}
          >
            {yearEndText('newClose')}
          </Button>
        ) : null
      }
    >
      {isFree ? <p className="quiet">{yearEndText(isClosing ? 'noObstacles' : 'notClosing')}</p> : null}
      {view.obstacles.length === 0 ? null : (
        <ul className="year-end-obstacles">
          {view.obstacles.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {view.running.length > 0 ? <RunningTable running={view.running} /> : null}
    </Section>
  )
}

/** Amounts still held by schemes and similar documents: closing waits for them, and their own documents carry them over. */
function HeldByDocuments({ view, area }: { readonly view: CockpitView; readonly area: AreaOption }) {
  const { holding, currency, months, figures, year } = view
  const own = figures.filter((figure) => figure.currency === currency)
  const without = (['committed', 'accrued'] as const).map((bucket) => ({
    bucket,
    value: sumAmounts(own.filter((figure) => figure.bucket === bucket).map((figure) => amount(figure.amount))).minus(
      amount(holding[bucket]),
    ),
  }))
  const isClosing = months.every(({ state }) => state !== 'open')
  return (
    <Section
      title={yearEndText('holding')}
      aside={
        <span className="year-end-act">
          {holding.carryOver.length > 0 && !isClosing ? (
            <span className="quiet">{yearEndText('notClosing')}</span>
          ) : null}
          {holding.carryOver.map((page) => (
            <Link key={page} to={page}>
              {yearEndText('carryHolding')}
            </Link>
          ))}
        </span>
      }
    >
      {holding.documents.length === 0 ? (
        <p className="quiet">{yearEndText('noHolding')}</p>
      ) : (
        <HoldingTable holding={holding} currency={currency} />
      )}
      {without.map(({ bucket, value }) =>
        value.gt(0) ? (
          <p key={bucket}>
            {yearEndText(`without.${bucket}`)} <Amount value={amountText(value)} currency={currency} />{' '}
            <Link to={linesAddress({ idcCode: area.idcCode, year: String(year), currency, stage: bucket })}>
              {yearEndText('chase')}
            </Link>
          </p>
        ) : null,
      )}
    </Section>
  )
}

function Pools({ view, area, maySubmit, onMade }: PartProps & { readonly onMade: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isProposing, setProposing] = useState(false)
  const isClosing = view.months.every(({ state }) => state !== 'open')
  const hint = !isClosing ? yearEndText('notClosing') : chosen.length === 0 ? yearEndText('nothingChosen') : undefined
  const toggle = (code: string) =>
    setChosen((now) => (now.includes(code) ? now.filter((each) => each !== code) : [...now, code]))
  return (
    <Section
      title={yearEndText('pools')}
      aside={
        maySubmit ? (
          <span className="year-end-act">
            {hint ? <span className="quiet">{hint}</span> : null}
            <Button type="primary" disabled={hint !== undefined} onClick={() => setProposing(true)}>
              {yearEndText('propose')}
            </Button>
          </span>
        ) : null
      }
    >
      {view.pools.length === 0 ? (
        <p className="quiet">{yearEndText('noYear', { year: view.year })}</p>
      ) : (
        <PoolTable view={view} chosen={chosen} onToggle={maySubmit ? toggle : null} />
      )}
      {isProposing ? (
        <ProposeDialog
          idc={area.idcCode}
          year={view.year}
          pools={view.pools.filter(({ projectPoolCode }) => chosen.includes(projectPoolCode))}
          onMade={onMade}
          onClose={() => {
            setProposing(false)
            setChosen([])
          }}
        />
      ) : null}
    </Section>
  )
}

const POOL_AMOUNTS = ['lineLeft', 'poolLeft', 'left', 'held', 'reserved', 'overdrawn'] as const
const POOL_TITLES = { left: 'poolTotal' } as const

function PoolTable({
  view,
  chosen,
  onToggle,
}: {
  readonly view: CockpitView
  readonly chosen: readonly string[]
  readonly onToggle: ((code: string) => void) | null
}) {
  return (
    <div className="year-end-scroll" tabIndex={0} role="region" aria-label={yearEndText('pools')}>
      <table className="year-end-table">
        <thead>
          <tr>
            {onToggle ? <th /> : null}
            <th>{yearEndText('pool')}</th>
            <th className="cell-right">{yearEndText('lineCount')}</th>
            {POOL_AMOUNTS.map((name) => (
              <th key={name} className="cell-right">
                {yearEndText(name === 'left' ? POOL_TITLES.left : name)}
              </th>
            ))}
            <th className="cell-right">{yearEndText('taken')}</th>
          </tr>
        </thead>
        <tbody>
          {view.pools.map((pool) => (
            <tr key={pool.projectPoolCode}>
              {onToggle ? (
                <td>
                  <Checkbox
                    aria-label={yearEndText('choosePool', { name: pool.projectPoolName })}
                    checked={chosen.includes(pool.projectPoolCode)}
                    disabled={!amount(pool.left).gt(0)}
                    onChange={() => onToggle(pool.projectPoolCode)}
                  />
                </td>
              ) : null}
              <td>
                <span className="code">{pool.projectPoolCode}</span> {pool.projectPoolName}
              </td>
              <td className="cell-right">{pool.lineCount}</td>
              {POOL_AMOUNTS.map((name) => (
                <td key={name} className="cell-right">
                  <Amount value={pool[name]} />
                </td>
              ))}
              <td className="cell-right">{pool.takenCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Oldest first: unused for the longest. */
function NeverUsed({ view, area }: { readonly view: CockpitView; readonly area: AreaOption }) {
  const most = view.neverUsed.reduce((top, row) => (amount(row.amount).gt(top) ? amount(row.amount) : top), zero)
  return (
    <Section title={yearEndText('neverUsed')}>
      {view.neverUsed.length === 0 ? (
        <p className="quiet">{yearEndText('noneUnused')}</p>
      ) : (
        <ul className="year-end-unused">
          {view.neverUsed.map(({ level, month, count, amount: sum, ageMonths }) => (
            <li key={`${level} ${month}`}>
              <Link
                to={linesAddress({
                  idcCode: area.idcCode,
                  year: String(view.year),
                  month: String(month),
                  currency: view.currency,
                  level,
                  stage: 'unused',
                })}
              >
                {periodText(view.year, month)}
              </Link>
              <span className="quiet">{yearEndText('ageMonths', { count: ageMonths })}</span>
              <span className="year-end-bar" aria-hidden="true">
                <span style={{ inlineSize: `${amount(sum).div(most).times(100).toFixed(1)}%` }} />
              </span>
              <span className="quiet">{yearEndText(`counts.${level}`, { count })}</span>
              <Amount value={sum} currency={view.currency} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
