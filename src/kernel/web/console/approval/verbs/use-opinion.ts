import { useEffect, useRef, useState } from 'react'
import { keepOpinion } from '../../client/acts.ts'
import type { Approval } from '../../client/approval.ts'
import { forgetKeptText, keptText, useKeptText } from '../../use-kept-text.ts'

/** Storage key of an opinion, wherever it is written. */
export const OPINION = 'opinion'

/** Idle time after which the text is sent to the server. */
const REST_MS = 1_500

const SENT = 'sent:'

interface Opinion {
  readonly opinion: string
  readonly setOpinion: (text: string) => void
  /** Called before an act: a save after it would find no open approval. */
  readonly hold: () => void
  /** Called once it was sent with an act, so that it is no longer a draft. */
  readonly forget: () => void
}

/** The unsent opinion: it survives a reload, and continues on another device of the same person. */
export function useOpinion(approval: Approval | null): Opinion
/** Another text of an act, which stays in this browser. */
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
 * The text that the server is known to have. If this browser changed nothing since its last save, the server's text is
 * newer: it was written elsewhere and replaces the local one.
 */
function begin(key: string, kept: string): string {
  const own = keptText(key)
  const sent = sessionStorage.getItem(SENT + key)
  if (own !== null && (own !== sent || kept === '')) return sent ?? kept
  forgetKeptText(key)
  return kept
}
