import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { useRefusedForm } from '../../form/refused-form.ts'
import { useAddress } from '../address.ts'
import { HOME, PhoneMessage } from '../PhoneMessage.tsx'

/** Shown before anything can be filled in. */
export function RefusedForm({ definition }: { readonly definition: AnyDefinition }) {
  return <PhoneMessage code="403" {...useRefusedForm(definition, useAddress().path)} home={HOME} />
}
