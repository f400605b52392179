import { lazy, Suspense } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { ReserveView } from '#kernel/engine/reserve/reserve-view.ts'
import type { DocumentDetail } from '../client/document-api.ts'

// Lazy-loaded: most reserves are at rest.
const ReserveBanner = lazy(() => import('./ReserveBanner.tsx').then((module) => ({ default: module.ReserveBanner })))

interface ReserveProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** Unconfirmed or failed reserves. */
export function Reserve({ definition, detail }: ReserveProps) {
  const reserve = (detail.document['reserve'] ?? null) as ReserveView | null
  if (!reserve || ['occupied', 'released', 'none'].includes(reserve.state)) return null
  return (
    <Suspense fallback={null}>
      <ReserveBanner definition={definition} reserve={reserve} approval={detail.approval} />
    </Suspense>
  )
}
