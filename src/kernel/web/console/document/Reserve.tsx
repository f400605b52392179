import { lazy, Suspense } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { ReserveView } from '#kernel/engine/reserve/reserve-view.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { DocumentDetail } from '../client/document-api.ts'
import { kernelText } from '../client/i18n.ts'
import { reserveColours } from './reserve-colours.ts'

// Most documents are at rest: who reads one of those fetches nothing for the others.
const ReserveBanner = lazy(() => import('./ReserveBanner.tsx').then((module) => ({ default: module.ReserveBanner })))

interface ReserveProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

function reserveOf({ document }: DocumentDetail): ReserveView | null {
  return (document['reserve'] ?? null) as ReserveView | null
}

/** Beside the document's own state: whether its money is held, and another system says so where there is one. */
export function ReserveMark({ detail }: Pick<ReserveProps, 'detail'>) {
  const reserve = reserveOf(detail)
  if (!reserve) return null
  return <StateMark colour={reserveColours[reserve.state]} text={kernelText(`reserveStates.${reserve.state}`)} />
}

/** What is still to be confirmed, or failed. */
export function Reserve({ definition, detail }: ReserveProps) {
  const reserve = reserveOf(detail)
  if (!reserve || ['occupied', 'released', 'none'].includes(reserve.state)) return null
  return (
    <Suspense fallback={null}>
      <ReserveBanner definition={definition} reserve={reserve} approval={detail.approval} />
    </Suspense>
  )
}
