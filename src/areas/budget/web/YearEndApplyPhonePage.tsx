import { PhoneForm } from '#kernel/console/phone/PhoneForm.tsx'
import { budgetYearEndForm } from './year-end.form.ts'

/** A year-end document, written on a phone. */
export default function YearEndApplyPhonePage() {
  return <PhoneForm spec={budgetYearEndForm} />
}
