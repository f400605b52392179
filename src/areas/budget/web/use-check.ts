import { useEffect, useState } from 'react'
import { budgetApi, type Checked } from './budget-api.ts'
import { inputOf, type ApplicationDraft } from './application-form.ts'

const AFTER_MS = 500
/** Above this many lines the check waits longer: the whole content travels with it. */
const MANY = 200
const AFTER_MANY_MS = 2_500

/**
 * The server's soft check, asked again while one types: refusals, and the amounts available now. What is shown
 * belongs to `of`; the page decides whether an older answer still helps.
 */
export function useCheck(draft: ApplicationDraft): { readonly of: ApplicationDraft; readonly checked: Checked } | null {
  const [answer, setAnswer] = useState<{ readonly of: ApplicationDraft; readonly checked: Checked } | null>(null)
  useEffect(() => {
    if (!draft.header.idcCode || !draft.header.areaId) return undefined
    const stop = new AbortController()
    const timer = setTimeout(
      () => {
        budgetApi.check(inputOf(draft), { signal: stop.signal, handles: true }).then(
          (checked) => setAnswer({ of: draft, checked }),
          // A check that fails says nothing about the input: the submit asks again, and says why.
          () => undefined,
        )
      },
      draft.lines.length > MANY ? AFTER_MANY_MS : AFTER_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [draft])
  return answer
}
