import type { ImportState } from '#kernel/services/downloads/import-card.ts'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { importAddress, importApi } from './import-api.ts'

/** Imports started on this page: their end is reported here, and not on every open page of the person. */
const started = new Map<string, string>()

export function watchImport(taskId: string, importId: string): void {
  started.set(taskId, importId)
}

/** Called when a task of the person progressed: reports when an import of this page stops running. */
export async function tellImport(taskId: string, open: (address: string) => void): Promise<void> {
  const importId = started.get(taskId)
  if (importId === undefined) return
  const run = await importApi.detail(importId, { handles: true })
  const kind = KINDS[run.state]
  if (!kind || !started.delete(taskId)) return
  const address = importAddress(importId)
  // No message on the page of the import itself.
  if (location.pathname + location.search === address && document.visibilityState === 'visible') return
  const text = pageText('imports.told', { name: run.fileName, state: pageText(`imports.states.${run.state}`) })
  notify(kind, text, '', { action: { text: pageText('imports.open'), act: () => open(address) } })
}

/** Kind of the message for each state; null while it runs. */
const KINDS: Record<ImportState, 'success' | 'info' | 'warning' | 'error' | null> = {
  reading: null,
  running: null,
  undoing: null,
  checked: 'info',
  stopped: 'warning',
  done: 'success',
  failed: 'error',
  undone: 'success',
  discarded: null,
}
