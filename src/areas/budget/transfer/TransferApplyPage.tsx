import { DocumentForm } from '#kernel/web/console/form/DocumentForm.tsx'
import { budgetTransferForm } from './budget-transfer.form.ts'

/** The form of a budget transfer, on the desktop. */
export default function TransferApplyPage() {
  return <DocumentForm spec={budgetTransferForm} />
}
