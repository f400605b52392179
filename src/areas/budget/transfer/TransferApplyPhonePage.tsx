import { PhoneForm } from '#kernel/web/console/phone/form/PhoneForm.tsx'
import { budgetTransferForm } from './budget-transfer.form.ts'

/** A budget transfer, written on a phone. */
export default function TransferApplyPhonePage() {
  return <PhoneForm spec={budgetTransferForm} />
}
