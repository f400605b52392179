import { useEffect } from 'react'
import { useSession } from '../shell/session-context.ts'

/** Keeps the stream of live messages as long as a page that listens is shown. It is loaded after the page is drawn, so that it delays nothing. */
export function useLiveStream(): void {
  const { id } = useSession().user
  useEffect(() => {
    let stop: (() => void) | null = null
    let isGone = false
    void import('../client/live/live-messages.ts').then(
      ({ startLive }) => {
        if (!isGone) stop = startLive(id)
      },
      // Without it cards are reloaded by pulling, and a document when it is opened.
      () => undefined,
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [id])
}
