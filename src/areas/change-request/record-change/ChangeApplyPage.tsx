import { DocumentForm } from '#kernel/web/console/form/DocumentForm.tsx'
import { changeForm } from './change-request.form.ts'

/** The form of a change request, on the desktop. */
export default function ChangeApplyPage() {
  return <DocumentForm spec={changeForm} />
}
