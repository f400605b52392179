import { lazy, Suspense } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { ReserveView } from '#kernel/engine/reserve/reserve-view.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { DocumentDetail } from '../client/document-api.ts'
import { kernelText } from '../client/i18n.ts'
import { reserveColours } from './state-colours.ts'

// Lazy-loaded: most reserves are at rest.
const ReserveBanner = lazy(() => import('./ReserveBanner.tsx').then((module) => ({ default: module.ReserveBanner })))

interface ReserveProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

function reserveOf({ document }: DocumentDetail): ReserveView | null {
  return (document['reserve'] ?? null) as ReserveView | null
}

/** Beside the document's state: whether its money is reserved, as a confirming system says where there is one. */
export function ReserveMark({ detail }: Pick<ReserveProps, 'detail'>) {
  const reserve = reserveOf(detail)
  // Once it is approved the money is spent as it says: that it was held before is of the past.
  if (!reserve || (reserve.state === 'occupied' && detail.approval?.state === 'approved')) return null
  return <StateMark colour={reserveColours[reserve.state]} text={kernelText(`reserveStates.${reserve.state}`)} />
}

/** Unconfirmed or failed reserves. */
export function Reserve({ definition, detail }: ReserveProps) {
  const reserve = reserveOf(detail)
  if (!reserve || ['occupied', 'released', 'none'].includes(reserve.state)) return null
  return (
    <Suspense fallback={null}>
      <ReserveBanner definition={definition} reserve={reserve} approval={detail.approval} />
    </Suspense>
  )
}
