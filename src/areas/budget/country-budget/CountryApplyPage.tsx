import { DocumentForm } from '#kernel/web/console/form/DocumentForm.tsx'
import { countryBudgetForm } from './country-budget.form.ts'

/** Grant or revoke, on the desktop. */
export default function CountryApplyPage() {
  return <DocumentForm spec={countryBudgetForm} />
}
