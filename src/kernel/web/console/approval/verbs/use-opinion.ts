import { useEffect, useRef, useState } from 'react'
import { keepOpinion } from '../../client/acts.ts'
import type { Approval } from '../../client/approval.ts'
import { forgetKeptText, keptText, useKeptText } from '../../use-kept-text.ts'

/** What an opinion is kept under, whichever bar or sheet it is written in. */
export const OPINION = 'opinion'

/** As long as nothing more is typed, what stands there goes to the server. */
const REST_MS = 1_500

const SENT = 'sent:'

interface Opinion {
  readonly opinion: string
  readonly setOpinion: (text: string) => void
  /** Before an act: what comes after it would find no approval that waits. */
  readonly hold: () => void
  /** Once it was sent with an act: it is no half-written one any more. */
  readonly forget: () => void
}

/** What one writes before one decides: it survives a reload, and another device of the same person goes on with it. */
export function useOpinion(approval: Approval | null): Opinion
/** Of another text of an act, which stays in this browser. */
export function useOpinion(approval: Approval | null, name: string): Opinion
export function useOpinion(approval: Approval | null, name = OPINION): Opinion {
  const formInstanceId = approval?.formInstanceId ?? ''
  const task = name === OPINION ? approval?.myTask : null
  const isMine = Boolean(task)
  const kept = task?.opinion ?? ''
  const key = `${name} ${formInstanceId}`
  const [begun] = useState(() => begin(key, kept))
  const [opinion, setOpinion] = useKeptText(key, kept)
  const known = useRef(begun)
  const keeping = useRef(new AbortController())
  useEffect(() => {
    if (!isMine || opinion === known.current) return
    const stop = new AbortController()
    keeping.current = stop
    const rest = setTimeout(() => {
      if (stop.signal.aborted) return
      known.current = opinion
      sessionStorage.setItem(SENT + key, opinion)
      keepOpinion(formInstanceId, opinion, stop.signal)
    }, REST_MS)
    return () => clearTimeout(rest)
  }, [isMine, key, formInstanceId, opinion])
  return {
    opinion,
    setOpinion,
    hold: () => keeping.current.abort(),
    forget: () => {
      known.current = ''
      setOpinion('')
    },
  }
}

/**
 * What the server is known to have. Where this browser added nothing since it last sent something, what the server has is newer: it was
 * written elsewhere, and takes the place of what stood here.
 */
function begin(key: string, kept: string): string {
  const own = keptText(key)
  const sent = sessionStorage.getItem(SENT + key)
  if (own !== null && (own !== sent || kept === '')) return sent ?? kept
  forgetKeptText(key)
  return kept
}
