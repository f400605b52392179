import { DocumentPage } from '#kernel/web/console/document/DocumentPage.tsx'
import { budgetYearEndPage } from './year-end.page.ts'

/** One year-end document, to decide on and to read. */
export default function YearEndApprovalPage() {
  return <DocumentPage spec={budgetYearEndPage} />
}
