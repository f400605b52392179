import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ListCells } from '#kernel/web/console/list/read-list/list-columns.tsx'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import type { RunView } from '../integration-wire.ts'
import { HealthBanner } from '../health/HealthBanner.tsx'
import { searchSettings, searchSystems } from '../integration-api.web.ts'
import { syncText } from '../integration-texts.web.ts'
import { RunDrawer } from './RunDrawer.tsx'
import { syncRuns } from './sync-log.list.ts'
import { RunMark } from './sync-states.tsx'

/** Address parameter of the run open beside the list. */
const OPEN = 'run'
const SEARCHES = { settingCode: searchSettings, systemCode: searchSystems }

/** Runs, their authors, and the result of every row. */
export default function RunListPage() {
  const [query, setQuery] = useSearchParams()
  const place = new URLSearchParams([...query].filter(([name]) => name !== OPEN)).toString()
  const addressOf = useMemo(
    () => (run: RunView) =>
      `/master/pc/syncRun?${new URLSearchParams([...new URLSearchParams(place), [OPEN, run.id]])}`,
    [place],
  )
  const cells = useMemo(
    (): ListCells<RunView> => ({
      id: (run) => (
        <Link className="code" to={addressOf(run)} aria-label={syncText('openRun', { id: run.id })}>
          {run.id}
        </Link>
      ),
      state: (run) => <RunMark run={run} />,
    }),
    [addressOf],
  )
  const opened = query.get(OPEN)
  const close = (): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old)
      next.delete(OPEN)
      return next
    })
  return (
    <ReadListPage list={syncRuns} before={<HealthBanner />} searches={SEARCHES} cells={cells} addressOf={addressOf}>
      {opened === null ? null : <RunDrawer key={opened} id={opened} onClose={close} />}
    </ReadListPage>
  )
}
