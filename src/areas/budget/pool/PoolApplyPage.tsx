import { DocumentForm } from '#kernel/web/console/form/DocumentForm.tsx'
import { poolBudgetForm } from './pool-budget.form.ts'

/** Money of pools asked for, on the desktop. */
export default function PoolApplyPage() {
  return <DocumentForm spec={poolBudgetForm} />
}
