import { DocumentPage } from '#kernel/web/console/document/DocumentPage.tsx'
import { poolBudgetPage } from './pool-budget.page.ts'

/** One pool budget application, to decide on and to read, on the desktop. */
export default function PoolApprovalPage() {
  return <DocumentPage spec={poolBudgetPage} />
}
