import { DialogFrame } from './DialogFrame.tsx'
import { VerbForm, type VerbFormProps } from './VerbForm.tsx'

/** An act on the desktop: fetched when the first one is asked for. */
export function VerbDialog(props: Omit<VerbFormProps, 'Frame' | 'isPhone'>) {
  return <VerbForm {...props} Frame={DialogFrame} />
}
