import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useId, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { amount } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { formatTime, homeDay, homeYear } from '#kernel/web/ui/time.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { Chart, preloadChart } from '#kernel/web/console/chart/Chart.tsx'
import { DayInput } from '#kernel/web/console/days/DayInput.tsx'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { useNarrow } from '#kernel/web/ui/use-narrow.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ErrorBanner, OptionsFailed } from '#kernel/web/console/Banner.tsx'
import type { LineAmount } from '../budget-line/line-amounts.ts'
import { AreaPicker } from '../budget-line/AreaPicker.tsx'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import { useAreas, useDepartments, usePools } from '../shared/budget-options.web.ts'
import { fieldLabel } from '../shared/budget-texts.web.ts'
import type { SumSubject } from '../explain/explain-subject.web.ts'
import { ExplainedAmount } from '../explain/ExplainedAmount.tsx'
import { insightText } from './insight-text.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { overviewApi, type OverviewAsked } from './overview-api.web.ts'
import { courseChart, monthsChart } from './overview-charts.web.ts'
import { HeatMap, type PictureProps as Shown, Waterfall } from './OverviewPictures.tsx'
import '../budget-line/country-list-page.css'

export { prefetchAreas as ahead } from '../shared/budget-options.web.ts'

const NARROWING = ['level', 'projectPoolCode', 'budgetDeptCode', 'currency', 'asOf'] as const

/** A year of budgets as charts: each bar and cell links to its lines. */
export default function OverviewPage() {
  useEffect(preloadChart, [])
  const [query, setQuery] = useSearchParams()
  const areas = useAreas()
  const wanted = areas.options.find(({ idcCode }) => idcCode === query.get('idcCode'))
  // A person who sees several areas begins with all of them: the first one alone is not the whole company.
  const isGroup = areas.options.length > 1 && !wanted
  const idc = isGroup ? null : ((wanted ?? areas.options[0])?.idcCode ?? null)
  const set = (changes: Readonly<Record<string, string | null>>): void => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value)
      else next.delete(name)
    setQuery(next, { replace: true })
  }
  return (
    <ListPage
      title={insightText('menu.overview')}
      aside={<AreaPicker areas={areas} idcCode={idc} withAll onChange={(idcCode) => setQuery({ idcCode })} />}
      tabs={areas.onRetry ? <OptionsFailed onRetry={areas.onRetry} /> : null}
    >
      {isGroup ? <Group query={query} onSet={set} /> : null}
      {idc === null ? null : <Pictures key={idc} idc={idc} query={query} onSet={set} />}
    </ListPage>
  )
}

const GroupOverview = lazy(() => import('./GroupOverview.tsx').then((module) => ({ default: module.GroupOverview })))

function Group({ query, onSet }: Omit<PicturesProps, 'idc'>) {
  const [thisYear] = useState(homeYear)
  const id = useId()
  const year = Number(query.get('year')) || thisYear
  return (
    <>
      <div className="overview-controls">
        <Field id={id} label={insightText('overview.year')}>
          <YearChoice year={year} thisYear={thisYear} onSet={onSet} />
        </Field>
      </div>
      <Suspense fallback={null}>
        <GroupOverview year={year} />
      </Suspense>
    </>
  )
}

interface YearChoiceProps extends Pick<PicturesProps, 'onSet'> {
  readonly year: number
  readonly thisYear: number
}

/** `field` is what the field around it says of its control. */
function YearChoice({ year, thisYear, onSet, ...field }: YearChoiceProps) {
  const years = [thisYear + 1, thisYear, thisYear - 1, thisYear - 2].map(String)
  return (
    <TextChoice
      {...field}
      value={String(year)}
      options={years.map((value) => ({ value, label: value }))}
      onChange={(value) => onSet({ year: value ?? null })}
    />
  )
}

interface PicturesProps {
  readonly idc: string
  readonly query: URLSearchParams
  readonly onSet: (changes: Readonly<Record<string, string | null>>) => void
}

function Pictures({ idc, query, onSet }: PicturesProps) {
  const [thisYear] = useState(homeYear)
  const year = Number(query.get('year')) || thisYear
  const narrowed = Object.fromEntries(
    NARROWING.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
  )
  const asked: OverviewAsked = { year, ...narrowed }
  const read = useQuery({
    queryKey: queryKeys.sum('budgetLine', ['overview', idc, asked]),
    queryFn: ({ signal }) => overviewApi.read(idc, asked, { signal, handles: true }),
    placeholderData: (before) => before,
  })
  const overview = read.data
  const { currency: _currency, asOf, ...filters } = { currency: '', asOf: '', ...narrowed }
  const listOf = (more: Readonly<Record<string, string>>): string =>
    linesAddress({
      idcCode: idc,
      year: String(year),
      currency: overview?.currency ?? '',
      ...filters,
      ...(asOf ? { asOf } : {}),
      ...more,
    })
  const explained = (name: LineAmount): ReactNode => {
    if (!overview) return null
    const subject: SumSubject = {
      kind: 'sum',
      idc,
      filters: { year, ...filters },
      amount: name,
      currency: overview.currency,
      name: `${insightText('menu.overview')} ${year}`,
      amounts: overview.totals,
      asOf: asOf || null,
    }
    return (
      <ExplainedAmount subject={subject} value={overview.totals[name]}>
        <Amount value={overview.totals[name]} />
      </ExplainedAmount>
    )
  }
  const shown = overview ? { overview, LinkTo: Link, listOf } : null
  return (
    <>
      <Controls
        idc={idc}
        query={query}
        year={year}
        thisYear={thisYear}
        currencies={overview?.currencies ?? []}
        onSet={onSet}
      >
        {overview ? (
          <span className="quiet">
            {overview.currency} · {insightText('overview.asOf', { time: formatTime(overview.asOf) })}
          </span>
        ) : null}
      </Controls>
      {read.isError ? (
        <ErrorBanner
          error={read.error}
          text={(reason) => pageText('list.failedFirst', { reason })}
          onRetry={() => void read.refetch()}
        />
      ) : null}
      {shown && overview && overview.cells.every(({ current }) => amount(current).eq(0)) ? (
        <p className="empty">
          <strong>{insightText('overview.nothing')}</strong>
        </p>
      ) : shown ? (
        <AllPictures shown={shown} isStale={read.isPlaceholderData} amountOf={explained} />
      ) : (
        <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
      )}
    </>
  )
}

interface AllProps {
  readonly shown: Shown
  readonly isStale: boolean
  readonly amountOf: (name: LineAmount) => ReactNode
}

function AllPictures({ shown, isStale, amountOf }: AllProps) {
  const nothing = insightText('overview.nothing')
  return (
    <div className="overview" aria-busy={isStale}>
      <Picture title={insightText('overview.course')}>
        <Chart spec={courseChart(shown.overview, shown.listOf)} LinkTo={Link} emptyText={nothing} />
      </Picture>
      <Picture title={insightText('overview.use')}>
        <Chart spec={monthsChart(shown.overview, shown.listOf)} LinkTo={Link} emptyText={nothing} />
      </Picture>
      <Picture isWide title={insightText('overview.waterfall')}>
        <Waterfall {...shown} amountOf={amountOf} />
      </Picture>
      <Picture isWide title={insightText('overview.heat')}>
        <HeatMap {...shown} />
      </Picture>
    </div>
  )
}

interface PictureProps {
  readonly title: string
  readonly isWide?: boolean
  readonly children: ReactNode
}

function Picture({ title, isWide = false, children }: PictureProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={isWide ? 'overview-wide' : undefined}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Below this width only the year stands above the pictures, the other filters open. */
const PHONE = 640

interface ControlsProps extends PicturesProps {
  readonly year: number
  readonly thisYear: number
  readonly currencies: readonly string[]
  readonly children: ReactNode
}

function Controls({ idc, query, year, thisYear, currencies, onSet, children }: ControlsProps) {
  const id = useId()
  const pools = usePools(idc)
  const departments = useDepartments(idc, '')
  const isNarrow = useNarrow(PHONE)
  // What narrows the pictures is never hidden.
  const [isNarrowed] = useState(() => NARROWING.some((name) => query.has(name)))
  const level = query.get('level') ?? 'country'
  const rest = (
    <>
      <Field id={`${id}level`} label={insightText('overview.level')}>
        <TextChoice
          value={level}
          options={(['country', 'project'] as const).map((value) => ({
            value,
            label: insightText(`overview.levels.${value}`),
          }))}
          onChange={(value) => onSet({ level: value === 'country' ? null : (value ?? null) })}
        />
      </Field>
      <Field id={`${id}pool`} label={fieldLabel('projectPoolCode')}>
        <TextChoice
          allowClear
          value={query.get('projectPoolCode')}
          {...pools}
          placeholder={pageText('list.all')}
          onChange={(value) => onSet({ projectPoolCode: value ?? null })}
        />
      </Field>
      <Field id={`${id}dept`} label={fieldLabel('budgetDeptCode')}>
        <TextChoice
          allowClear
          value={query.get('budgetDeptCode')}
          {...departments}
          placeholder={pageText('list.all')}
          onChange={(value) => onSet({ budgetDeptCode: value ?? null })}
        />
      </Field>
      {currencies.length > 1 ? (
        <Field id={`${id}currency`} label={pageLabel('currency')}>
          <TextChoice
            value={query.get('currency') ?? currencies[0] ?? null}
            options={currencies.map((value) => ({ value, label: value }))}
            onChange={(value) => onSet({ currency: value ?? null })}
          />
        </Field>
      ) : null}
      <Field id={`${id}asOf`} label={pageLabel('asOfDay')}>
        <DayInput value={query.get('asOf') ?? ''} max={homeDay()} onChange={(day) => onSet({ asOf: day || null })} />
      </Field>
    </>
  )
  return (
    <div className="overview-controls">
      <Field id={`${id}year`} label={insightText('overview.year')}>
        <YearChoice year={year} thisYear={thisYear} onSet={onSet} />
      </Field>
      {isNarrow ? (
        <details className="overview-more" open={isNarrowed || undefined}>
          <summary>{pageText('list.filters')}</summary>
          <div className="overview-controls">{rest}</div>
        </details>
      ) : (
        rest
      )}
      {children}
    </div>
  )
}
