import { useEffect, useRef } from 'react'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import type { Inbox } from './use-inbox.ts'

/** Ids grow: tasks above the highest known one are new; one that moved up because another left is not. */
export function newerThan<T extends { readonly taskId: string }>(tasks: readonly T[], highest: bigint): readonly T[] {
  return tasks.filter((task) => BigInt(task.taskId) > highest)
}

export function highestOf(tasks: readonly { readonly taskId: string }[], before: bigint): bigint {
  return tasks.reduce((most, task) => (BigInt(task.taskId) > most ? BigInt(task.taskId) : most), before)
}

/** Shows an unobtrusive message about a new task, in the visible tab; initial tasks are not new. */
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
