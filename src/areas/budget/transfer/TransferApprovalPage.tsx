import { DocumentPage } from '#kernel/web/console/document/DocumentPage.tsx'
import { budgetTransferPage } from './budget-transfer.page.ts'
import { DeskFigure } from '../explain/DeskFigure.tsx'

const spec = { ...budgetTransferPage, Source: DeskFigure }

/** One transfer, to decide and read, on the desktop. */
export default function TransferApprovalPage() {
  return <DocumentPage spec={spec} />
}
