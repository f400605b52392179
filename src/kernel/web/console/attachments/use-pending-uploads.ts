import { useCallback, useRef } from 'react'
import { notify } from '../client/live/notices.ts'

/** Prevents a form from being sent without a file that is still uploading. */
export function usePendingUploads() {
  const reason = useRef<string | null>(null)
  const onPending = useCallback((next: string | null) => {
    reason.current = next
  }, [])
  /** False, with a message to the person, where something is unfinished. */
  const isReady = useCallback((): boolean => {
    if (reason.current === null) return true
    notify('warning', reason.current)
    document.querySelector<HTMLElement>('.file-choose')?.focus()
    return false
  }, [])
  return { onPending, isReady }
}
