import { PhoneForm } from '#kernel/web/console/phone/form/PhoneForm.tsx'
import { budgetYearEndForm } from './year-end.form.ts'

/** A year-end document, written on a phone. */
export default function YearEndApplyPhonePage() {
  return <PhoneForm spec={budgetYearEndForm} />
}
