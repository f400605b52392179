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
import { type PageVerb, VERBS } from './verb-spec.ts'
import { pageText } from '../../client/i18n.ts'
import { flowText } from '../flow-text.ts'

/** The document changed while it was displayed: the differences, and the intended act. */
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
  /** False where it was refused or no answer came; the input stays. */
  readonly act: (input: ActInput) => Promise<boolean>
  /** Repeats the act on the changed document, knowingly. */
  readonly goOn: () => Promise<boolean>
  /** Returns the round to display, which may be another than the current one. */
  readonly reload: () => string | null
}

/**
 * The acts of a page: bound to the content shown, one at a time, and repeated with the same key after a network
 * failure. An act that is refused because the document changed shows the changes and may be repeated knowingly.
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
  // A ref, because two taps may come before state is rendered.
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
  /** Another person was faster, or the content changed: reload before anything is decided. */
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

/** The changes listed by the server, where the refusal carries them. */
function differenceIn({ refusal }: ApiError): ContentChangedData | null {
  const data = refusal?.data
  return typeof data === 'object' && data !== null && 'formInstanceId' in data ? (data as ContentChangedData) : null
}

/** Names the document, because the page shows the next one by the time this is read. */
function actedText(no: string, verb: PageVerb): string {
  return pageText('approval.done', { no, decision: flowText(`outcomes.${verb}`) })
}
