import { lazy, Suspense } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { EffectView } from '#kernel/engine/definition/effect.ts'
import type { DocumentDetail } from '../client/document-api.ts'

// Documents in approval have no pushes, so their page loads nothing for them.
const PushList = lazy(() => import('./PushList.tsx').then((module) => ({ default: module.PushList })))

interface PushesProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

const NOTHING: readonly EffectView[] = []

/** Pushes of the document and their states; nothing where there are none yet. */
export function Pushes({ definition, detail }: PushesProps) {
  const effects = (detail.document['effects'] ?? NOTHING) as readonly EffectView[]
  if (effects.length === 0) return null
  return (
    <Suspense fallback={null}>
      <PushList definition={definition} effects={effects} detail={detail} />
    </Suspense>
  )
}
