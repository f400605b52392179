import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { tasksApi } from './tasks-api.ts'

/** The caller's longest waiting task other than this approval; null where there is none. */
export async function oldestOther(formInstanceId: string | undefined): Promise<InboxRow | null> {
  const { records } = await tasksApi.page('open', { limit: 2 })
  return records.find((row) => row.formInstanceId !== formInstanceId) ?? null
}
