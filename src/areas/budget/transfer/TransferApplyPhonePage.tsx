import { PhoneForm } from '#kernel/web/console/phone/form/PhoneForm.tsx'
import { budgetTransferForm } from './budget-transfer.form.ts'

/** The form of a budget transfer, on a phone. */
export default function TransferApplyPhonePage() {
  return <PhoneForm spec={budgetTransferForm} />
}
