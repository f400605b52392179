import { VerbForm, type VerbFormProps } from '../../approval/verbs/VerbForm.tsx'
import { SheetFrame } from '../parts/SheetFrame.tsx'

/** The sheet of an act on a phone (`use-phone-acts.ts` says when it is loaded). */
export function VerbSheet(props: Omit<VerbFormProps, 'Frame' | 'isPhone'>) {
  return <VerbForm {...props} Frame={SheetFrame} isPhone />
}
