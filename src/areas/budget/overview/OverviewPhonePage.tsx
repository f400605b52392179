import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useEffect, useId, useState } from 'react'
import { amount } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { formatTime, homeYear } from '#kernel/web/ui/time.ts'
import { Chart, preloadChart } from '#kernel/web/console/chart/Chart.tsx'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { OptionButton } from '#kernel/web/console/phone/form/SheetButtons.tsx'
import { Failure } from '#kernel/web/console/phone/parts/Failure.tsx'
import { MenuButton } from '#kernel/web/console/phone/parts/MenuButton.tsx'
import { LoadingPart } from '#kernel/web/console/phone/parts/Loading.tsx'
import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { linesAddress } from '../explain/posting-addresses.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { useAreas } from '../shared/budget-options.web.ts'
import type { SumSubject } from '../explain/explain-subject.web.ts'
import { insightText } from './insight-text.web.ts'
import { overviewApi, type Overview } from './overview-api.web.ts'
import { courseChart, monthsChart } from './overview-charts.web.ts'
import { Waterfall } from './OverviewPictures.tsx'
import { PhoneExplainedAmount } from '../explain/PhoneExplainedAmount.tsx'
import '#kernel/web/console/phone/form/sheet-button.css'

// The desktop has the same choice in its picker of areas, which brings its library with it.
const ALL = 'all'

const GroupPhone = lazy(async () => ({ default: (await import('./GroupPhone.tsx')).GroupPhone }))

/** A year of budgets as charts, on a phone. */
export default function OverviewPhonePage() {
  usePhoneTitle(insightText('menu.overviewMobile'))
  useEffect(preloadChart, [])
  const areas = useAreas()
  const areaId = useId()
  const [year] = useState(homeYear)
  const [chosen, setChosen] = useState<string | null>(() => new URLSearchParams(window.location.search).get('idcCode'))
  const wanted = areas.options.find(({ idcCode }) => idcCode === chosen)
  const area = wanted ?? areas.options[0]
  // A person who sees several areas begins with all of them, as on the desktop.
  const isGroup = wanted === undefined && areas.options.length > 1
  const idc = isGroup ? null : (area?.idcCode ?? null)
  const read = useQuery({
    queryKey: queryKeys.sum('budgetLine', ['overview', idc, year]),
    queryFn: ({ signal }) => overviewApi.read(idc ?? '', { year }, { signal, handles: true }),
    enabled: idc !== null,
  })
  return (
    <main className="phone-page">
      <header className="overview-phone-head">
        <MenuButton />
        <h1>
          {insightText('menu.overviewMobile')} {year}
        </h1>
        {areas.options.length > 1 ? (
          <div className="overview-phone-area">
            <span id={areaId} className="unseen">
              {insightText('overview.area')}
            </span>
            <OptionButton
              className="sheet-button"
              id={`${areaId}button`}
              labelId={areaId}
              title={insightText('overview.area')}
              options={[
                { value: ALL, label: pageLabel('allAreas') },
                ...areas.options.map(({ idcCode, label }) => ({ value: idcCode, label })),
              ]}
              isLoading={areas.isLoading}
              onRetry={areas.onRetry}
              isShort
              value={isGroup ? ALL : idc}
              onPick={(option) => setChosen(option?.value ?? null)}
            >
              <span>{isGroup ? pageLabel('allAreas') : area?.label}</span>
              <Icon name="down" size={16} />
            </OptionButton>
          </div>
        ) : (
          <span className="quiet">{area?.label}</span>
        )}
      </header>
      {isGroup ? (
        <Suspense fallback={<LoadingPart />}>
          <GroupPhone year={year} LinkTo={LinkTo} />
        </Suspense>
      ) : read.isError ? (
        <Failure error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data && idc ? (
        <Card idc={idc} overview={read.data} />
      ) : (
        <LoadingPart />
      )}
    </main>
  )
}

/** The phone has no list of lines: a bar links to the desktop's, which fits a narrow screen too. */
function LinkTo({ to, children, ...rest }: ComponentProps<'a'> & { readonly to: string }) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  )
}

function Card({ idc, overview }: { readonly idc: string; readonly overview: Overview }) {
  const { year, currency, totals } = overview
  const listOf = (filters: Readonly<Record<string, string>>): string =>
    linesAddress({ idcCode: idc, year: String(year), currency, ...filters })
  const shown = { overview, LinkTo, listOf }
  const subjectOf = (name: SumSubject['amount']): SumSubject => ({
    kind: 'sum',
    idc,
    filters: { year },
    amount: name,
    currency,
    name: `${insightText('menu.overviewMobile')} ${year}`,
    amounts: totals,
  })
  if (overview.cells.every(({ current }) => amount(current).eq(0)))
    return <p className="quiet">{insightText('overview.nothing')}</p>
  return (
    <div className="overview">
      <section>
        <p className="quiet">
          {currency} · {insightText('overview.asOf', { time: formatTime(overview.asOf) })}
        </p>
        <Waterfall
          {...shown}
          amountOf={(name) => (
            <PhoneExplainedAmount subject={subjectOf(name)} value={totals[name]}>
              <Amount value={totals[name]} />
            </PhoneExplainedAmount>
          )}
        />
      </section>
      {[courseChart(overview, listOf), monthsChart(overview, listOf)].map((spec) => (
        <section key={spec.title} aria-label={spec.title}>
          <h2>{spec.title}</h2>
          <Chart spec={spec} LinkTo={LinkTo} emptyText={insightText('overview.nothing')} />
        </section>
      ))}
    </div>
  )
}
