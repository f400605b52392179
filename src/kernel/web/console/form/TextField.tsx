import { Input } from 'antd'
import { useId } from 'react'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { AdviceField } from './form-spec.ts'

/** A text field of the desktop with its label above and its error below. */
export function TextField({ label, value, onChange, inputMode, aside, error }: AdviceField) {
  return (
    <Field id={useId()} label={label} aside={aside} error={error}>
      <Input autoComplete="off" inputMode={inputMode} value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}
