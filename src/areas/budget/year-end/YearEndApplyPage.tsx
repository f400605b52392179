import { DocumentForm } from '#kernel/web/console/form/DocumentForm.tsx'
import { budgetYearEndForm } from './year-end.form.ts'

/** A year-end document, written on the desktop. */
export default function YearEndApplyPage() {
  return <DocumentForm spec={budgetYearEndForm} />
}
