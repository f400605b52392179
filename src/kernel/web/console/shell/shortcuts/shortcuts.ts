import { useLayoutEffect, useRef } from 'react'

export interface ShortcutOptions {
  /** `everywhere`: of the shell. Otherwise of the current page, and removed with it. */
  readonly scope?: 'everywhere' | 'page'
  /** Also active while typing: only for keys that type nothing (`mod+k`). */
  readonly whileTyping?: boolean
  /** A shortcut whose action is unavailable does not handle its key. */
  readonly isActive?: boolean
}

export interface Shortcut {
  /** In the notation of `keysOf`: `j`, `Enter`, `/`, `?`, `mod+k`. Several are alternatives. */
  readonly keys: readonly string[]
  readonly label: string
  readonly scope: 'everywhere' | 'page'
}

interface Entry extends Shortcut {
  readonly whileTyping: boolean
  readonly handle: (event: KeyboardEvent) => void
}

const entries = new Set<Entry>()

/**
 * A shortcut of the page or the shell while the component is mounted and its tab visible. Inactive while typing, with
 * other modifiers, in a dialog, and where the focused element has handled the key. The label is listed on `?`.
 */
export function useShortcut(
  keys: string | readonly string[],
  label: string,
  handle: (event: KeyboardEvent) => void,
  { scope = 'page', whileTyping = false, isActive = true }: ShortcutOptions = {},
): void {
  // Layout effects, so that a shortcut works as soon as the page is visible.
  const latest = useRef(handle)
  useLayoutEffect(() => {
    latest.current = handle
  })
  const all = [keys].flat().join(' ')
  useLayoutEffect(() => {
    if (!isActive) return undefined
    const handleLatest = (event: KeyboardEvent): void => latest.current(event)
    return register({ keys: all.split(' '), label, scope, whileTyping, handle: handleLatest })
  }, [all, label, scope, whileTyping, isActive])
}

/** The available shortcuts, the page's before those of the shell. */
export function shortcutsNow(): readonly Shortcut[] {
  return [...entries].toSorted((a, b) => (a.scope === b.scope ? 0 : a.scope === 'page' ? -1 : 1))
}

const askers = new Set<() => void>()

/** Opens the shortcut sheet by other means than its key. */
export function showShortcuts(): void {
  for (const show of askers) show()
}

export function onShowShortcuts(show: () => void): () => void {
  askers.add(show)
  return () => askers.delete(show)
}

function register(entry: Entry): () => void {
  if (entries.size === 0) document.addEventListener('keydown', onKeyDown)
  entries.add(entry)
  return () => {
    entries.delete(entry)
    if (entries.size === 0) document.removeEventListener('keydown', onKeyDown)
  }
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
  const pressed = keysOf(event)
  // The latest registration takes precedence.
  const entry = [...entries].findLast((candidate) => candidate.keys.includes(pressed))
  if (!entry || (isTyping(event.target) && !entry.whileTyping) || isActivation(event)) return
  if (pressed.length === 1 && !areSingleKeysOn()) return
  event.preventDefault()
  entry.handle(event)
}

/** The pressed keys in shortcut notation: `mod` is Ctrl, or Command on a Mac. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const mod = event.ctrlKey || event.metaKey
  // Caps lock is ignored.
  const key = event.key.length === 1 && (mod || !event.shiftKey) ? event.key.toLowerCase() : event.key
  // Shift is part of a character (`?`); with a key that types nothing it is another shortcut.
  const shift = event.shiftKey && (mod || event.key.length > 1)
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift ? 'shift+' : ''}${key}`
}

const SINGLE_KEYS = 'singleKeyShortcuts'

/** Users of speech input, or with unsteady hands, can switch off single-key shortcuts (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(SINGLE_KEYS) !== 'off'
}

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(SINGLE_KEYS)
  else localStorage.setItem(SINGLE_KEYS, 'off')
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return target.closest('[role=menu], [role=listbox], [role=combobox]') !== null
}

/** Enter and space activate a focused link or button. */
function isActivation(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false
  return event.target instanceof Element && event.target.closest('a, button, summary, [role=button], input') !== null
}

const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform)
const NAMES: Readonly<Record<string, string>> = {
  mod: IS_APPLE ? '⌘' : 'Ctrl',
  alt: IS_APPLE ? '⌥' : 'Alt',
  shift: '⇧',
  Enter: 'Enter ↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
}

/** The key caps of one shortcut: `['Ctrl', 'K']`. */
export function keyNames(keys: string): readonly string[] {
  const parts = keys === '+' ? ['+'] : keys.split('+')
  return parts.map((part) => NAMES[part] ?? (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part))
}
