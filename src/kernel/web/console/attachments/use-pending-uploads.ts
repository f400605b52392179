import { useCallback, useRef } from 'react'
import { notify } from '../client/live/notices.ts'

/** Keeps a form from going while a file of it is on its way: it would go without. */
export function usePendingUploads() {
  const reason = useRef<string | null>(null)
  const onPending = useCallback((next: string | null) => {
    reason.current = next
  }, [])
  /** False, and the person hears why, where something is not done yet. */
  const isReady = useCallback((): boolean => {
    if (reason.current !== null) notify('warning', reason.current)
    return reason.current === null
  }, [])
  return { onPending, isReady }
}
