import { VerbForm, type VerbFormProps } from '../approval/VerbForm.tsx'
import { SheetFrame } from './SheetFrame.tsx'

/** An act on the phone: fetched when the page has come to rest. */
export function VerbSheet(props: Omit<VerbFormProps, 'Frame' | 'isPhone'>) {
  return <VerbForm {...props} Frame={SheetFrame} isPhone />
}
