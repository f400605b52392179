import { post } from '../../client/api.ts'
import { type RequestIntent, underIntent } from '../../client/intent.ts'
import type { BulkResult } from './bulk.ts'

/** Selected documents, or all that a list's filters match. */
export type Selected = { readonly ids: readonly string[] } | { readonly filters: Readonly<Record<string, unknown>> }

export type BulkReason = 'notYours' | 'wrongState' | 'submittedBefore'

export interface BulkAnswer extends BulkResult {
  readonly matched: number
  readonly eligible: number
  readonly left: number
  readonly last: string | null
  readonly reasons: readonly { readonly reason: BulkReason; readonly count: number }[]
}

interface Steps {
  readonly intent: RequestIntent
  /** Called with the number done so far. */
  readonly onStep?: (done: number) => void
}

/** The server handles some of many documents in one call; this repeats until none is left. */
export async function inSteps(path: string, selected: Selected, { intent, onStep }: Steps): Promise<BulkResult> {
  const failed: BulkResult['failed'][number][] = []
  let done = 0
  let after: string | null = null
  for (;;) {
    const body: object = { ...selected, after }
    const answer: BulkAnswer = await underIntent(intent, body, (idempotencyKey) =>
      post<BulkAnswer>(path, body, { idempotencyKey }),
    )
    done += answer.done
    failed.push(...answer.failed)
    onStep?.(done)
    after = answer.last
    if (answer.left === 0 || after === null) return { done, failed }
  }
}
