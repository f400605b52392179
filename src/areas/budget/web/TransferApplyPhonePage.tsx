import { PhoneForm } from '#kernel/console/phone/PhoneForm.tsx'
import { budgetTransferForm } from './budget-transfer.form.ts'

/** A budget transfer, written on a phone. */
export default function TransferApplyPhonePage() {
  return <PhoneForm spec={budgetTransferForm} />
}
