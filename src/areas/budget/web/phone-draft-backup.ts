import { type Draft, rekeyed } from './phone-draft.ts'

/** Address of a stored draft. */
export interface Stored {
  readonly id: string
  readonly no: string
  readonly version: number
}

/** What was typed, with the stored version it stands on. */
export interface Typed {
  readonly draft: Draft
  readonly stored: Stored | null
}

/**
 * Input outlives a dead network, a reload and the end of a session: until the server has it, it stays in this tab,
 * under the account that typed it.
 */
export function readBackup(account: string, stored: Stored | null): Typed | null {
  const text = sessionStorage.getItem(keyOf(account, stored))
  if (text === null) return null
  const typed = JSON.parse(text) as Typed
  return { draft: rekeyed(typed.draft), stored: typed.stored }
}

export function writeBackup(account: string, typed: Typed): void {
  sessionStorage.setItem(keyOf(account, typed.stored), JSON.stringify(typed))
}

export function clearBackup(account: string, stored: Stored | null): void {
  sessionStorage.removeItem(keyOf(account, stored))
}

function keyOf(account: string, stored: Stored | null): string {
  return `phoneDraft ${account} ${stored?.no ?? 'new'}`
}
