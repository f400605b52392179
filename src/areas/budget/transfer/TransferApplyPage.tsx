import { DocumentForm } from '#kernel/web/console/form/DocumentForm.tsx'
import { budgetTransferForm } from './budget-transfer.form.ts'

/** A budget transfer, written on the desktop. */
export default function TransferApplyPage() {
  return <DocumentForm spec={budgetTransferForm} />
}
