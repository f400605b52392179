import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentDetail } from '../../client/document-api.ts'
import type { PageVerb } from './verb-spec.ts'

/** The act after which a page opened by itself. */
export interface AfterDecision {
  /** Round of the document that opened. */
  readonly opened: string | null
  readonly definition: AnyDefinition
  readonly decided: DocumentDetail
  readonly verb: PageVerb
}

/** A second press that was meant for the document before comes within it. */
const REST = 1_500

let latest: AfterDecision | null = null
const listeners = new Set<() => void>()

/** Remembers what was decided, for the page of the next task at `address`. */
export function opensAfter(address: string, act: Omit<AfterDecision, 'opened'>): void {
  latest = { ...act, opened: new URLSearchParams(address.split('?', 2)[1]).get('formInstanceId') }
  for (const listener of listeners) listener()
}

/** The act after which this round's page opened by itself; null where a person opened it. */
export function useAfterDecision(formInstanceId: string | undefined): AfterDecision | null {
  const act = useSyncExternalStore(listen, () => latest)
  return act !== null && act.opened === formInstanceId ? act : null
}

/** The buttons of a page that opened by itself rest at first: they are where the finger was for the document before. */
export function useIsResting(formInstanceId: string): boolean {
  const act = useAfterDecision(formInstanceId)
  const [rested, setRested] = useState<AfterDecision | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(act), REST)
    return () => clearTimeout(timer)
  }, [act])
  return act !== rested && act !== null
}

function listen(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
