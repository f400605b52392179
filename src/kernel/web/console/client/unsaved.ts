/** Unsaved input; `save` stores it and returns whether that worked. */
export interface Unsaved {
  readonly save: () => Promise<boolean>
  /** Whether this browser restores the input after a reload, saved or not. */
  readonly isKept?: () => boolean
  /** The server's draft of it. */
  readonly stored?: () => StoredDraft | null
  /** Discards the input, and with it an automatically saved draft; returns whether that worked. */
  readonly discard?: () => Promise<boolean>
  /** While the person is asked what to do, autosave is paused. */
  readonly hold?: (isAsked: boolean) => void
}

/** A stored draft, as the question about discarding the input describes it. */
export interface StoredDraft {
  readonly no: string
  readonly savedAt: string
  /** It is deleted too; else it stays as saved. */
  readonly isGone: boolean
}

/** A slower save must not delay the page: the input is in the browser too. */
const LONGEST_SAVE_MS = 5_000

const held = new Map<string, readonly Unsaved[]>()
let isLeaving = false
let onFirst: () => void = () => undefined

/** Reports the unsaved input of a part of the page; an empty list where there is none. */
export function holdUnsaved(owner: string, unsaved: readonly Unsaved[]): void {
  if (unsaved.length > 0 && held.size === 0) onFirst()
  if (unsaved.length > 0) held.set(owner, unsaved)
  else held.delete(owner)
}

export function hasUnsaved(): boolean {
  return held.size > 0
}

/** Runs when the page gets its first unsaved input, so that the code for an ended session is loaded while there is a session. */
export function onFirstUnsaved(listener: () => void): void {
  onFirst = listener
}

/** Whether the browser should ask before leaving: not where the product itself reloads, because it keeps the input. */
export function isAtRisk(): boolean {
  return hasUnsaved() && !isLeaving
}

/** Saves everything that can be saved, and returns whether that was all. */
export async function keepInput(): Promise<boolean> {
  const saves = [...held.values()].flat().map(savedInTime)
  return (await Promise.all(saves)).every(Boolean)
}

/** Whether input survives a reload: the server has it, or this browser stores it. */
export async function isSafe(unsaved: Unsaved): Promise<boolean> {
  return (await savedInTime(unsaved)) || unsaved.isKept?.() === true
}

function savedInTime(unsaved: Unsaved): Promise<boolean> {
  const tooLong = new Promise<boolean>((done) => setTimeout(() => done(false), LONGEST_SAVE_MS))
  return Promise.race([unsaved.save().catch(() => false), tooLong])
}

/** Reloads the page; input, tabs and filters are restored. Where some input would not be, the browser asks first. */
export async function reloadKeepingInput(): Promise<void> {
  isLeaving = (await Promise.all([...held.values()].flat().map(isSafe))).every(Boolean)
  location.reload()
}

/** Allows leaving without a question. */
export function letInputGo(): void {
  isLeaving = true
}
