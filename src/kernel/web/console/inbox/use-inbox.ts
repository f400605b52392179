import { useQuery } from '@tanstack/react-query'
import { latestTasks, type Task } from '../client/approval.ts'
import { queryKeys } from '../client/query-keys.ts'
import { useSession } from '../shell/session-context.ts'

export const TASKS_PATH = '/tasks/pc'

export interface Inbox {
  /** Null while it is not known, and for who has no tasks at all. */
  readonly total: number | null
  /** The latest first. */
  readonly tasks: readonly Task[]
  readonly isPending: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** What waits for the person. Read once and kept true by the news; nothing asks in between. */
export function useInbox(isEnabled: boolean): Inbox {
  const { menus } = useSession()
  const hasTasks = menus.some((menu) => menu.url === TASKS_PATH)
  const inbox = useQuery({
    queryKey: queryKeys.inbox(),
    queryFn: latestTasks,
    enabled: hasTasks && isEnabled,
    staleTime: Infinity,
  })
  return {
    total: inbox.data?.recordTotal ?? null,
    tasks: inbox.data?.records ?? [],
    isPending: inbox.isPending,
    error: inbox.isError ? inbox.error : null,
    retry: () => void inbox.refetch(),
  }
}
