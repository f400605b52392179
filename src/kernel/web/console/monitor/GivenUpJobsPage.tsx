import { type GivenUpJob, givenUpJobs } from '#kernel/services/monitor/failure-lists.ts'
import { ReadListPage } from '../list/read-list/ReadListPage.tsx'
import { monitorApi } from './monitor-api.ts'
import { monitorText } from './monitor-text.ts'
import { useTryAgain } from './use-try-again.ts'

/** Jobs that the queue gave up, for whoever keeps the product running. */
export default function GivenUpJobsPage() {
  const bulk = useTryAgain<GivenUpJob>(givenUpJobs.name, monitorApi.retryJobs)
  return (
    <ReadListPage
      list={givenUpJobs}
      rowLabel={({ kind, subject }) => [monitorText(`jobKinds.${kind}` as 'jobKinds.tidy'), subject ?? ''].join(' ')}
      bulk={bulk}
    />
  )
}
