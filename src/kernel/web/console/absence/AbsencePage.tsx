import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ExportButton } from '../downloads/ExportButton.tsx'
import { ViewPicker } from '../list/views/ViewPicker.tsx'
import { absenceApi, absenceKeys, type Whose } from './absence-api.ts'
import { absenceText } from './absence-text.ts'
import { AbsenceTable } from './AbsenceTable.tsx'
import { DecidedTable } from './DecidedTable.tsx'
import './absence-page.css'

const AbsenceForm = lazy(() => import('./AbsenceForm.tsx').then((module) => ({ default: module.AbsenceForm })))

type View = Whose | 'decided'
const VIEWS: readonly View[] = ['mine', 'substitute', 'decided', 'all']

/** My absences, my duties as a substitute, and what substitutes decided for me. */
export default function AbsencePage() {
  const [query, setQuery] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const { data: options } = useQuery({ queryKey: absenceKeys.options, queryFn: absenceApi.options, staleTime: 300_000 })
  const views = VIEWS.filter((view) => view !== 'all' || options?.oversees)
  const view = views.find((one) => one === query.get('view')) ?? 'mine'
  return (
    <>
      <header className="page-head">
        <h1>{absenceText('title')}</h1>
        <div className="page-head-tools">
          <ExportButton
            path={`/aps/bpm/absence/${view}/export`}
            right={view === 'all' ? 'approval.monitor.export' : 'approval.task.export'}
          />
          {view !== 'all' || options?.administers ? (
            <Button type="primary" disabled={!options} onClick={() => setAdding(true)}>
              {absenceText(view === 'all' ? 'addFor' : 'add')}
            </Button>
          ) : null}
        </div>
      </header>
      <ViewPicker
        label={absenceText('title')}
        value={view}
        views={views.map((key) => ({ key, text: absenceText(`views.${key}`) }))}
        onChange={(next) => setQuery(next === 'mine' ? {} : { view: next }, { replace: true })}
      />
      {view === 'mine' ? <p className="absence-hint">{absenceText('hint')}</p> : null}
      {view === 'decided' ? <DecidedTable /> : <AbsenceTable key={view} whose={view} />}
      {isAdding && options ? (
        <Suspense fallback={null}>
          <AbsenceForm options={options} isForOthers={view === 'all'} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
