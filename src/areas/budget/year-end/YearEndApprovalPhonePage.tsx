import { PhonePage } from '#kernel/web/console/phone/document/PhonePage.tsx'
import { budgetYearEndPage } from './year-end.page.ts'

/** One year-end document, to decide on and to read, on a phone. */
export default function YearEndApprovalPhonePage() {
  return <PhonePage spec={budgetYearEndPage} />
}
