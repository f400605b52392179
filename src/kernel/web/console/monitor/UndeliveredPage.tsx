import { type UndeliveredNotice, undeliveredNotices } from '#kernel/services/monitor/failure-lists.ts'
import { ReadListPage } from '../list/read-list/ReadListPage.tsx'
import { notifyApi } from '../notify/notify-api.ts'
import { useTryAgain } from './use-try-again.ts'
import './monitor-text.ts'

/** Messages that reached nobody: whom they were for and why, never what they say. */
export default function UndeliveredPage() {
  const bulk = useTryAgain<UndeliveredNotice>(undeliveredNotices.name, notifyApi.retry)
  return <ReadListPage list={undeliveredNotices} rowLabel={({ person, topic }) => `${person} ${topic}`} bulk={bulk} />
}
