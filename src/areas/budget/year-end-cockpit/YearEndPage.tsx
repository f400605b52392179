import { homeYear } from '#kernel/web/ui/time.ts'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { yearOptions } from '#kernel/web/console/form/options.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ViewPicker } from '#kernel/web/console/list/views/ViewPicker.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { OptionsFailed } from '#kernel/web/console/Banner.tsx'
import { AreaPicker } from '../budget-line/AreaPicker.tsx'
import { yearEndAddress } from '../shared/budget-addresses.web.ts'
import { useAreas } from '../shared/budget-options.web.ts'
import { useOpen } from '../spending/use-open.web.ts'
import { YearEndCockpit } from './YearEndCockpit.tsx'
import { yearEndText } from './year-end-texts.web.ts'
import '../budget-line/country-list-page.css'
import './year-end.css'

export { prefetchAreas as ahead } from '../shared/budget-options.web.ts'

const Periods = lazy(() => import('../period/Periods.tsx').then((module) => ({ default: module.Periods })))
const YearEndList = lazy(() => import('./YearEndList.tsx').then((module) => ({ default: module.YearEndList })))

const VIEWS = ['cockpit', 'periods', 'documents'] as const

/** The end of a budget year: progress, periods, and its documents. */
export default function YearEndPage() {
  const [query, setQuery] = useSearchParams()
  const areas = useAreas()
  const buttons = useButtons('budget_year_end')
  const open = useOpen()
  const view = VIEWS.find((name) => name === query.get('view')) ?? 'cockpit'
  const area = areas.options.find((option) => option.idcCode === query.get('idcCode')) ?? areas.options[0]
  const idcCode = area?.idcCode ?? null
  const asked = query.get('year') ?? ''
  // Usually the previous year is being closed.
  const [lastYear] = useState(() => homeYear() - 1)
  const year = /^20\d\d$/.test(asked) ? Number(asked) : lastYear
  const show = (next: Readonly<Record<string, string>>) => setQuery({ ...Object.fromEntries(query), ...next })
  const maySubmit = buttons?.('budget.yearEnd.submit') ?? false
  return (
    <ListPage
      title={yearEndText('title')}
      aside={
        <div className="year-end-choice">
          <AreaPicker areas={areas} idcCode={idcCode} withAll={false} onChange={(next) => show({ idcCode: next })} />
          <TextChoice
            aria-label={yearEndText('year')}
            value={String(year)}
            options={yearOptions(String(year)).options}
            onChange={(next) => (next ? show({ year: next }) : undefined)}
          />
        </div>
      }
      tabs={
        <>
          {areas.onRetry ? <OptionsFailed onRetry={areas.onRetry} /> : null}
          <ViewPicker
            label={yearEndText('views')}
            value={view}
            views={VIEWS.map((key) => ({ key, text: yearEndText(key) }))}
            onChange={(next) => show({ view: next })}
          />
        </>
      }
    >
      {idcCode === null ? null : (
        <Suspense fallback={null}>
          {view === 'cockpit' ? (
            <YearEndCockpit key={`${idcCode} ${year}`} area={area!} year={year} maySubmit={maySubmit} />
          ) : view === 'periods' ? (
            <Periods key={`${idcCode} ${year}`} idc={idcCode} year={year} buttons={buttons} />
          ) : (
            <YearEndList
              key={idcCode}
              idc={idcCode}
              mayApply={buttons ? maySubmit : null}
              primary={
                maySubmit ? (
                  <Button onClick={() => open(yearEndAddress('close', area, year))}>{yearEndText('newClose')}</Button>
                ) : null
              }
            />
          )}
        </Suspense>
      )}
    </ListPage>
  )
}
