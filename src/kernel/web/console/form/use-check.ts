import { useEffect, useState } from 'react'
import type { CheckResult } from '../client/document-api.ts'
import { type FormDraft, inputOf, isStorable } from './draft/draft.ts'
import type { FormSpec } from './form-spec.ts'

const AFTER_MS = 500
/** Above this many lines the check waits longer, because it sends the whole content. */
const MANY = 200
const AFTER_MANY_MS = 2_500

export interface CheckAnswer {
  readonly of: FormDraft
  readonly checked: CheckResult
}

/**
 * The server's soft check, repeated while typing: refusals, and the currently available amounts. The result belongs to
 * `of`; the page decides whether an older one is still useful. It pauses while the person is asked whether to discard
 * the draft: a check of a deleted draft fails.
 */
export function useCheck(spec: FormSpec, draft: FormDraft, isPaused = false): CheckAnswer | null {
  const [answer, setAnswer] = useState<CheckAnswer | null>(null)
  useEffect(() => {
    const { definition } = spec
    if (isPaused || !spec.check || !isStorable(definition, draft)) return undefined
    const stop = new AbortController()
    const ask = (): void => {
      spec.check?.(inputOf(definition, draft), { signal: stop.signal, handles: true }).then(
        (checked) => setAnswer({ of: draft, checked }),
        // A failed check says nothing about the input: the submit checks again and reports.
        () => undefined,
      )
    }
    const timer = setTimeout(ask, draft.lines.length > MANY ? AFTER_MANY_MS : AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [spec, draft, isPaused])
  return answer
}
