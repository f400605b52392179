import { PhonePage } from '#kernel/web/console/phone/document/PhonePage.tsx'
import { poolBudgetPage } from './pool-budget.page.ts'

/** One pool budget application, to decide on and to read, on a phone. */
export default function PoolApprovalPhonePage() {
  return <PhonePage spec={poolBudgetPage} />
}
