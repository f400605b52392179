import { useTab } from '../../shell/tabs/tab-context.ts'
import { filledLines } from './draft.ts'
import type { DocumentDraft } from './use-document-draft.ts'

/**
 * Follows a form whose lines are imported from a file: the import makes a draft of its own with this header, so
 * if nothing else was written here, this one is closed with its tab.
 */
export function useHandedOver({ draft, leaving }: DocumentDraft): () => Promise<void> {
  const tab = useTab()
  return async () => {
    if (filledLines(draft.lines).length > 0 || draft.files.length > 0) return
    // Autosave is paused.
    leaving.hold(true)
    if (!(await leaving.discard())) return leaving.hold(false)
    tab.setUnsaved(null)
    tab.closeOnLeave()
  }
}
