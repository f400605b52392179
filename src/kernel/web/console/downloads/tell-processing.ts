import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'

let openCenter: (() => void) | undefined

/** The top bar's button, while mounted, opens the centre from a message too. */
export function offerCenter(open: () => void): () => void {
  openCenter = open
  return () => {
    if (openCenter === open) openCenter = undefined
  }
}

/** Tells that the work was started, and perhaps continues in the background, with a link to the download centre (spec section 8). */
export function tellProcessing(detail?: string): void {
  const open = openCenter
  const action = open && { text: pageText('downloads.title'), act: open }
  notify('info', pageText('downloads.processing'), '', {
    ...(detail ? { detail } : {}),
    ...(action ? { action } : {}),
  })
}
