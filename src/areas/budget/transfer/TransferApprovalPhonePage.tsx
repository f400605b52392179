import { PhonePage } from '#kernel/web/console/phone/document/PhonePage.tsx'
import { budgetTransferPage } from './budget-transfer.page.ts'
import { PhoneFigure } from '../explain/PhoneExplainedAmount.tsx'

const spec = { ...budgetTransferPage, Source: PhoneFigure }

/** One transfer, to decide and read, on a phone. */
export default function TransferApprovalPhonePage() {
  return <PhonePage spec={spec} />
}
