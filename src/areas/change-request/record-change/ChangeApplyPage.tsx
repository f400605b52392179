import { DocumentForm } from '#kernel/web/console/form/DocumentForm.tsx'
import { changeForm } from './change-request.form.ts'

/** Asks for a change, on the desktop. */
export default function ChangeApplyPage() {
  return <DocumentForm spec={changeForm} />
}
