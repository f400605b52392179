import { DocumentPage } from '#kernel/web/console/document/DocumentPage.tsx'
import { changePage } from './change-request.page.ts'

/** One change request, to decide and read, on the desktop. */
export default function ChangeApprovalPage() {
  return <DocumentPage spec={changePage} />
}
