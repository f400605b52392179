import { keptInputKey } from './tab-key.ts'

/** A larger input is not stored in the browser: the server has its draft, or the person is asked before a reload. */
const KEPT_CHARACTERS = 1_000_000

/** Stores a tab's input until the tab is closed; if it does not fit, nothing is stored rather than an older state. */
export function keepInput(tabKey: string, text: string): void {
  try {
    if (text.length > KEPT_CHARACTERS) sessionStorage.removeItem(keptInputKey(tabKey))
    else sessionStorage.setItem(keptInputKey(tabKey), text)
  } catch {
    sessionStorage.removeItem(keptInputKey(tabKey))
  }
}

export function keptInput(tabKey: string): string | null {
  return sessionStorage.getItem(keptInputKey(tabKey))
}

export function isInputKept(tabKey: string): boolean {
  return keptInput(tabKey) !== null
}

/** It was sent: a reload must not restore it. */
export function forgetInput(tabKey: string): void {
  sessionStorage.removeItem(keptInputKey(tabKey))
}
