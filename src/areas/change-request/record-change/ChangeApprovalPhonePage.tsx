import { PhonePage } from '#kernel/web/console/phone/document/PhonePage.tsx'
import { changePage } from './change-request.page.ts'

/** One change request, to decide and read, on a phone. */
export default function ChangeApprovalPhonePage() {
  return <PhonePage spec={changePage} />
}
