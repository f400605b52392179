import { DialogFrame } from './DialogFrame.tsx'
import { VerbForm, type VerbFormProps } from './VerbForm.tsx'

/** The dialog of an act on the desktop: loaded when the first one is opened. */
export function VerbDialog(props: Omit<VerbFormProps, 'Frame' | 'isPhone'>) {
  return <VerbForm {...props} Frame={DialogFrame} />
}
