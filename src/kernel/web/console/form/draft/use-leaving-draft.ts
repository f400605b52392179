import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { StoredDraft } from '../../client/unsaved.ts'
import { type FormDraft, storedOf } from './draft.ts'

/** A draft whose form is about to be left with unsaved input. */
export interface LeavingDraft {
  /** While the person is asked, autosave is paused. */
  readonly isHeld: boolean
  readonly hold: (isHeld: boolean) => void
  readonly stored: () => StoredDraft | null
  readonly discard: () => Promise<boolean>
}

export function useLeavingDraft(
  latest: RefObject<FormDraft>,
  saving: RefObject<Promise<boolean> | null>,
  remove: (() => Promise<boolean>) | null,
): LeavingDraft {
  const [isHeld, hold] = useState(false)
  const removing = useRef(remove)
  useEffect(() => {
    removing.current = remove
  })
  const stored = useCallback(() => storedOf(latest.current, removing.current !== null), [latest])
  const discard = useCallback(async (): Promise<boolean> => {
    // The running save may be the one that creates the draft.
    await saving.current
    if (!storedOf(latest.current, true)?.isGone) return true
    return (await removing.current?.()) ?? true
  }, [latest, saving])
  return { isHeld, hold, stored, discard }
}
