/** Input that would be lost; `save` keeps it and says whether that worked. */
export interface Unsaved {
  readonly save: () => Promise<boolean>
  /** Whether this browser holds the input so that it comes back after a reload, saved or not. */
  readonly isKept?: () => boolean
  /** What the server has of it already. */
  readonly stored?: () => StoredDraft | null
  /** Gives the input up, and with it a draft that nobody asked for; says whether that worked. */
  readonly discard?: () => Promise<boolean>
  /** While the person is asked what to do with it, nothing is saved by itself. */
  readonly hold?: (isAsked: boolean) => void
}

/** What becomes of a stored draft when the input is given up. */
export interface StoredDraft {
  readonly no: string
  readonly savedAt: string
  /** It goes too; else it stays as it was saved. */
  readonly isGone: boolean
}

/** A save that takes longer must not keep the page from going on: what was typed is in the browser too. */
const LONGEST_SAVE_MS = 5_000

const held = new Map<string, readonly Unsaved[]>()
let isLeaving = false
let onFirst: () => void = () => undefined

/** Says what a part of the page holds; an empty list where nothing would be lost any more. */
export function holdUnsaved(owner: string, unsaved: readonly Unsaved[]): void {
  if (unsaved.length > 0 && held.size === 0) onFirst()
  if (unsaved.length > 0) held.set(owner, unsaved)
  else held.delete(owner)
}

export function hasUnsaved(): boolean {
  return held.size > 0
}

/** Runs each time input comes to a page that held none: what the end of the session will need is fetched while there is one. */
export function onFirstUnsaved(listener: () => void): void {
  onFirst = listener
}

/** Whether the browser should ask before the page goes: not where the product itself reloads, for it keeps the input. */
export function isAtRisk(): boolean {
  return hasUnsaved() && !isLeaving
}

/** Stores all that can be stored, and says whether that was everything. */
export async function keepInput(): Promise<boolean> {
  const saves = [...held.values()].flat().map(savedInTime)
  return (await Promise.all(saves)).every(Boolean)
}

/** Whether input survives a reload: the server has it now, or this browser holds it. */
export async function isSafe(unsaved: Unsaved): Promise<boolean> {
  return (await savedInTime(unsaved)) || unsaved.isKept?.() === true
}

function savedInTime(unsaved: Unsaved): Promise<boolean> {
  const tooLong = new Promise<boolean>((done) => setTimeout(() => done(false), LONGEST_SAVE_MS))
  return Promise.race([unsaved.save().catch(() => false), tooLong])
}

/** Loads the page again; input, tabs and filters come back with it. Where some input would not, the browser asks first. */
export async function reloadKeepingInput(): Promise<void> {
  isLeaving = (await Promise.all([...held.values()].flat().map(isSafe))).every(Boolean)
  location.reload()
}

/** From here on the page may go without asking. */
export function letInputGo(): void {
  isLeaving = true
}
