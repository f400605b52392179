import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'

let openCenter: (() => void) | undefined

/** The button of the top bar, while there is one, opens the centre from a message too. */
export function offerCenter(open: () => void): () => void {
  openCenter = open
  return () => {
    if (openCenter === open) openCenter = undefined
  }
}

/** Says that the work goes on without the page, and leads to where its end can be seen (spec section 8). */
export function tellProcessing(): void {
  const open = openCenter
  const action = open && { text: pageText('downloads.title'), act: open }
  notify('info', pageText('downloads.processing'), '', action ? { action } : {})
}
