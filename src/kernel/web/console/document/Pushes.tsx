import { lazy, Suspense } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { EffectView } from '#kernel/engine/definition/effect.ts'
import type { DocumentDetail } from '../client/document-api.ts'

// Nobody is told of what is still in approval: its page fetches nothing for that.
const PushList = lazy(() => import('./PushList.tsx').then((module) => ({ default: module.PushList })))

interface PushesProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

const NOTHING: readonly EffectView[] = []

/** What other systems were told of the document, and what became of it; nothing where there is nothing to tell yet. */
export function Pushes({ definition, detail }: PushesProps) {
  const effects = (detail.document['effects'] ?? NOTHING) as readonly EffectView[]
  if (effects.length === 0) return null
  return (
    <Suspense fallback={null}>
      <PushList definition={definition} effects={effects} detail={detail} />
    </Suspense>
  )
}
