import { lazy } from 'react'
import { PhonePage } from '#kernel/console/phone/PhonePage.tsx'
import { budgetTransferPage } from './budget-transfer.page.ts'

const spec = {
  ...budgetTransferPage,
  Source: lazy(async () => ({ default: (await import('./PhoneFigure.tsx')).PhoneFigure })),
}

/** One transfer, to decide on and to read, on a phone. */
export default function TransferApprovalPhonePage() {
  return <PhonePage spec={spec} />
}
