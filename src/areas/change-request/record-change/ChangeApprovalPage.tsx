import { DocumentPage } from '#kernel/web/console/document/DocumentPage.tsx'
import { changePage } from './change-request.page.ts'

/** One change, to decide on and to read, on the desktop. */
export default function ChangeApprovalPage() {
  return <DocumentPage spec={changePage} />
}
