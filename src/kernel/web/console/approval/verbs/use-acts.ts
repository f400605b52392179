import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ContentChangedData } from '#kernel/engine/approval/approval-wire.ts'
import { ApiError } from '../../client/api.ts'
import { type ActInput, sendAct } from '../../client/acts.ts'
import { documentApi, type DocumentDetail, type NextTask } from '../../client/document-api.ts'
import { createIntent, underIntent } from '../../client/intent.ts'
import { notify } from '../../client/live/notices.ts'
import { staleAfterAction } from '../../client/query-keys.ts'
import type { DocumentPageSpec } from '../../document/page-spec.ts'
import { actedText } from '../acted-text.ts'
import { type PageVerb, VERBS } from './verb-spec.ts'

/** The document became another while it was on screen: what differs, and the act as it was meant. */
export interface Changed {
  readonly input: ActInput
  readonly latest: DocumentDetail
  readonly difference: ContentChangedData
}

export interface ActFailure {
  readonly verb: PageVerb
  readonly cause: unknown
}

export interface Acts {
  readonly running: PageVerb | null
  readonly failure: ActFailure | null
  readonly changed: Changed | null
  /** False where it was refused or no answer came; what was written stays. */
  readonly act: (input: ActInput) => Promise<boolean>
  /** Does it to the document as it is now, knowingly. */
  readonly goOn: () => Promise<boolean>
  /** Gives the round to be read: it may be another than the one on screen. */
  readonly reload: () => string | null
}

/**
 * Every act of a page: bound to the content that was shown, one at a time, and repeated with the same key after a dead
 * network. One that is refused because the document changed shows what changed; it may be done again knowingly.
 */
export function useActs(
  { definition }: DocumentPageSpec,
  detail: DocumentDetail,
  onActed: (verb: PageVerb, next: NextTask | null) => void | Promise<void>,
): Acts {
  const client = useQueryClient()
  const [intent] = useState(createIntent)
  const [running, setRunning] = useState<PageVerb | null>(null)
  const [failure, setFailure] = useState<ActFailure | null>(null)
  const [changed, setChanged] = useState<Changed | null>(null)
  // State arrives with the next drawing; two taps can come before it.
  const isLocked = useRef(false)
  const refresh = (): Promise<void> => {
    const isStale = staleAfterAction([definition.name, ...(definition.changes ?? [])])
    return client.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
  }

  const send = async (input: ActInput, shown: DocumentDetail): Promise<boolean> => {
    if (isLocked.current) return false
    isLocked.current = true
    setRunning(input.verb)
    setFailure(null)
    try {
      const content = [input, shown.approval?.formInstanceId, shown.contentHash]
      const next = await underIntent(intent, content, (key) => sendAct(definition, shown, input, key))
      setChanged(null)
      notify('success', actedText(shown.document.no, input.verb))
      await refresh()
      await onActed(input.verb, VERBS[input.verb].leaves ? next : null)
      return true
    } catch (cause) {
      setFailure({ verb: input.verb, cause })
      if (cause instanceof ApiError && cause.status === 409) await onStale(cause, input)
      return false
    } finally {
      isLocked.current = false
      setRunning(null)
    }
  }
  /** Someone was faster, or the content changed: show it as it is now before anything is decided. */
  const onStale = async (cause: ApiError, input: ActInput): Promise<void> => {
    const difference = differenceIn(cause)
    const latest =
      difference &&
      (await documentApi(definition)
        .detail({ formInstanceId: difference.formInstanceId }, { handles: true })
        .catch(() => null))
    if (latest?.approval?.allowed.includes(input.verb)) {
      setFailure(null)
      setChanged({ input, latest, difference: difference! })
      return
    }
    notify('warning', cause.message, cause.requestId)
    await refresh()
  }
  return {
    running,
    failure,
    changed,
    act: (input) => send(input, detail),
    goOn: () => (changed ? send(changed.input, changed.latest) : Promise.resolve(false)),
    reload: () => {
      const now = changed?.difference.formInstanceId ?? null
      setChanged(null)
      void refresh()
      return now
    },
  }
}

/** The server's account of what changed, where the refusal carries one. */
function differenceIn({ refusal }: ApiError): ContentChangedData | null {
  const data = refusal?.data
  return typeof data === 'object' && data !== null && 'formInstanceId' in data ? (data as ContentChangedData) : null
}
