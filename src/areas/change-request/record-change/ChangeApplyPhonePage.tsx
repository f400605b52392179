import { PhoneForm } from '#kernel/web/console/phone/form/PhoneForm.tsx'
import { changeForm } from './change-request.form.ts'

/** The form of a change request, on a phone. */
export default function ChangeApplyPhonePage() {
  return <PhoneForm spec={changeForm} />
}
