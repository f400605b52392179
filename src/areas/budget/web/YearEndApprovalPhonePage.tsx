import { PhonePage } from '#kernel/console/phone/PhonePage.tsx'
import { budgetYearEndPage } from './year-end.page.ts'

/** One year-end document, to decide on and to read, on a phone. */
export default function YearEndApprovalPhonePage() {
  return <PhonePage spec={budgetYearEndPage} />
}
