import { lazy } from 'react'
import { DocumentPage } from '#kernel/console/document/DocumentPage.tsx'
import { budgetTransferPage } from './budget-transfer.page.ts'

const spec = {
  ...budgetTransferPage,
  Source: lazy(async () => ({ default: (await import('./DeskFigure.tsx')).DeskFigure })),
}

/** One transfer, to decide on and to read, on the desktop. */
export default function TransferApprovalPage() {
  return <DocumentPage spec={spec} />
}
