import { lazy, Suspense } from 'react'
import { isPhone } from '#kernel/web/console/client/approval.ts'
import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'

const Desk = lazy(() => import('./FrozenStockDesk.tsx').then((module) => ({ default: module.FrozenStockDesk })))
const Proposal = lazy(() =>
  import('../price-protection/ProposalSection.tsx').then((module) => ({ default: module.ProposalSection })),
)
const Phone = lazy(() => import('./FrozenStockPhone.tsx').then((module) => ({ default: module.FrozenStockPhone })))

/** For price protection: the proposal that it was made from, and the units counted at the submit for people who may open the registry. */
export function FrozenStockSection({ detail }: { readonly detail: DocumentDetail }) {
  const { document } = detail
  if (document['schemeType'] !== 'priceProtection') return null
  return (
    <>
      <Suspense fallback={null}>
        <Proposal detail={detail} />
      </Suspense>
      {document.state === 'underApproval' || document.state === 'approved' ? <Frozen detail={detail} /> : null}
    </>
  )
}

function Frozen({ detail }: { readonly detail: DocumentDetail }) {
  const buttons = useButtons('imei_list')
  if (!buttons?.('device.registry.view')) return null
  return <Suspense fallback={null}>{isPhone() ? <Phone detail={detail} /> : <Desk detail={detail} />}</Suspense>
}
