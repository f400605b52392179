import { productNow } from '#kernel/base/clock/clock.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Latest, type Notification, type NotificationPage, notifyApi, notifyKeys } from './notify-api.ts'

export interface LatestState {
  readonly unread: number
  readonly records: readonly Notification[]
  readonly isPending: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** The person's latest notifications. Loaded once and updated by live events, without polling. */
export function useLatest(isEnabled: boolean): LatestState {
  const latest = useQuery({
    queryKey: notifyKeys.latest(),
    queryFn: notifyApi.latest,
    enabled: isEnabled,
    staleTime: Infinity,
  })
  return {
    unread: latest.data?.unread ?? 0,
    records: latest.data?.records ?? [],
    isPending: latest.isPending,
    error: latest.isError ? latest.error : null,
    retry: () => void latest.refetch(),
  }
}

export interface NotificationMarks {
  readonly mark: (notification: Notification, isRead: boolean) => void
  /** Up to this one: newer ones that were not displayed stay unread. */
  readonly markAll: (newest: Notification) => void
}

/** Marks at once on screen, then on the server, whose state prevails. */
export function useMarks(): NotificationMarks {
  const client = useQueryClient()
  const change = useCallback(
    (isConcerned: (notification: Notification) => boolean, readAt: string | null, work: () => Promise<unknown>) => {
      const apply = <T extends Latest>(data: T | undefined): T | undefined => data && marked(data, isConcerned, readAt)
      client.setQueryData<Latest>(notifyKeys.latest(), apply)
      client.setQueriesData<NotificationPage>({ queryKey: notifyKeys.lists() }, apply)
      // The call has shown a refusal; the lists show the state either way.
      void work()
        .catch(() => undefined)
        .then(() =>
          Promise.all(
            [notifyKeys.latest(), notifyKeys.lists()].map((queryKey) => client.invalidateQueries({ queryKey })),
          ),
        )
    },
    [client],
  )
  const mark = useCallback<NotificationMarks['mark']>(
    ({ id }, isRead) =>
      change(
        (one) => one.id === id,
        isRead ? productNow().toISOString() : null,
        () => notifyApi.read([id], !isRead),
      ),
    [change],
  )
  const markAll = useCallback<NotificationMarks['markAll']>(
    ({ id }) =>
      change(
        (one) => BigInt(one.id) <= BigInt(id),
        productNow().toISOString(),
        () => notifyApi.readAll(id),
      ),
    [change],
  )
  return { mark, markAll }
}

function marked<T extends Latest>(
  data: T,
  isConcerned: (notification: Notification) => boolean,
  readAt: string | null,
): T {
  const changes = data.records.filter((one) => isConcerned(one) && (one.readAt === null) !== (readAt === null))
  if (changes.length === 0) return data
  const step = readAt === null ? changes.length : -changes.length
  return {
    ...data,
    unread: Math.max(0, data.unread + step),
    records: data.records.map((one) => (changes.includes(one) ? { ...one, readAt } : one)),
  }
}
