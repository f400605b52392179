import { useQuery } from '@tanstack/react-query'
import { latestTasks, type Task } from '../client/approval.ts'
import { queryKeys } from '../client/query-keys.ts'
import { useSession } from '../shell/session-context.ts'

export const TASKS_PATH = '/tasks/pc'

export interface Inbox {
  /** Null while unknown, and for people who can have no tasks. */
  readonly total: number | null
  /** Latest first. */
  readonly tasks: readonly Task[]
  readonly isPending: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** The person's waiting tasks. Loaded once and updated by live events, without polling. */
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
    total: inbox.data ? (inbox.data.recordTotal ?? 0) + inbox.data.drafts : null,
    tasks: inbox.data?.records ?? [],
    isPending: inbox.isPending,
    error: inbox.isError ? inbox.error : null,
    retry: () => void inbox.refetch(),
  }
}

const MOST = 99

/** A number short enough for a badge. */
export function countText(total: number): string {
  return total > MOST ? `${MOST}+` : String(total)
}
