import type { InboxRow } from '#kernel/services/tasks/inbox-wire.ts'
import { tasksApi } from './tasks-api.ts'

/** What waits longest for the caller beside this approval; null where nothing does. */
export async function oldestOther(formInstanceId: string | undefined): Promise<InboxRow | null> {
  const { records } = await tasksApi.page('open', { limit: 2 })
  return records.find((row) => row.formInstanceId !== formInstanceId) ?? null
}
