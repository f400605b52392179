import { useLayoutEffect, useRef } from 'react'

export interface ShortcutOptions {
  /** `everywhere`: of the shell. Else of the page that is on screen, and gone with it. */
  readonly scope?: 'everywhere' | 'page'
  /** Also while typing: only for keys that type nothing (`mod+k`). */
  readonly whileTyping?: boolean
  /** A page whose action is not there just now keeps its key to itself. */
  readonly isActive?: boolean
}

export interface Shortcut {
  /** As `keysOf` reads them: `j`, `Enter`, `/`, `?`, `mod+k`. Several do the same. */
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
 * A key of the page or the shell, as long as the component stands: in a hidden tab it does not. Off while typing, with
 * another modifier, in a dialog, and where the focused thing has used the key itself. The label is shown on `?`.
 */
export function useShortcut(
  keys: string | readonly string[],
  label: string,
  handle: (event: KeyboardEvent) => void,
  { scope = 'page', whileTyping = false, isActive = true }: ShortcutOptions = {},
): void {
  // Layout effects: a key counts from the moment at which the page is seen.
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

/** What may be pressed now, the page's before those of the shell. */
export function shortcutsNow(): readonly Shortcut[] {
  return [...entries].toSorted((a, b) => (a.scope === b.scope ? 0 : a.scope === 'page' ? -1 : 1))
}

const askers = new Set<() => void>()

/** Shows the sheet of shortcuts, asked for otherwise than by its key. */
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
  // The one that came last is nearest to what is on screen.
  const entry = [...entries].findLast((candidate) => candidate.keys.includes(pressed))
  if (!entry || (isTyping(event.target) && !entry.whileTyping) || isActivation(event)) return
  if (pressed.length === 1 && !areSingleKeysOn()) return
  event.preventDefault()
  entry.handle(event)
}

/** What was pressed, as shortcuts are written: `mod` is Ctrl, or Command where there is one. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const mod = event.ctrlKey || event.metaKey
  // Caps lock is nobody's intention.
  const key = event.key.length === 1 && (mod || !event.shiftKey) ? event.key.toLowerCase() : event.key
  // Shift belongs to the sign itself (`?`); with a key that types nothing it is another shortcut.
  const shift = event.shiftKey && (mod || event.key.length > 1)
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift ? 'shift+' : ''}${key}`
}

const SINGLE_KEYS = 'singleKeyShortcuts'

/** Whoever speaks to the machine, or rests a hand on the keys, may do without keys that act alone (WCAG 2.1.4). */
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

/** Enter and the space bar on a link or button press it. */
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

/** The keys of one shortcut as they stand on a keyboard: `['Ctrl', 'K']`. */
export function keyNames(keys: string): readonly string[] {
  const parts = keys === '+' ? ['+'] : keys.split('+')
  return parts.map((part) => NAMES[part] ?? (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part))
}
