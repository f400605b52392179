import { forgetInput, keepInput, keptInput } from '../../shell/tabs/kept-input.ts'
import { type FormDraft, readKept } from './draft.ts'
import type { Keeping } from './saving.ts'

/** Input survives a reload (the language switch reloads): it is stored with the tab until that is closed. */
export function keptWithTab(tabKey: string): Keeping {
  const keep = (draft: FormDraft): void => keepInput(tabKey, JSON.stringify(draft))
  // A new draft's address has no number: after a reload the stored input identifies it.
  return { typed: keep, stored: keep, submitted: () => forgetInput(tabKey) }
}

export function keptDraft(tabKey: string): FormDraft | null {
  const text = keptInput(tabKey)
  return text ? readKept(text) : null
}
