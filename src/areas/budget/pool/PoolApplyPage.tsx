import { DocumentForm } from '#kernel/web/console/form/DocumentForm.tsx'
import { poolBudgetForm } from './pool-budget.form.ts'

/** The form of a pool application, on the desktop. */
export default function PoolApplyPage() {
  return <DocumentForm spec={poolBudgetForm} />
}
