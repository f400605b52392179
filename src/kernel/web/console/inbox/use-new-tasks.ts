import { useEffect, useRef } from 'react'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import type { Inbox } from './use-inbox.ts'

/** Ids grow: what is above the highest one known is new, and what came back to the top because another went is not. */
export function newerThan<T extends { readonly taskId: string }>(tasks: readonly T[], highest: bigint): readonly T[] {
  return tasks.filter((task) => BigInt(task.taskId) > highest)
}

export function highestOf(tasks: readonly { readonly taskId: string }[], before: bigint): bigint {
  return tasks.reduce((most, task) => (BigInt(task.taskId) > most ? BigInt(task.taskId) : most), before)
}

/** Says quietly that a task came in, in the tab that is looked at; what was there at the beginning is no news. */
export function useNewTasks({ tasks, isPending }: Inbox): void {
  const highest = useRef<bigint | null>(null)
  useEffect(() => {
    if (isPending) return
    const known = highest.current
    highest.current = highestOf(tasks, known ?? 0n)
    if (known === null || document.visibilityState !== 'visible') return
    const fresh = newerThan(tasks, known)
    const [first] = fresh
    if (!first) return
    notify(
      'info',
      fresh.length === 1
        ? pageText('inbox.newTask', { title: first.title, no: first.documentNo, drafter: first.drafterName })
        : pageText('inbox.newTasks', { count: fresh.length }),
    )
  }, [tasks, isPending])
}
