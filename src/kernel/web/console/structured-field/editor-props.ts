import type { Field } from '#kernel/engine/definition/fields.ts'
import type { Values } from '../sheet/sheet-columns.ts'

/** Props of a structured field's editor, for desktop and phone. */
export interface EditorProps {
  readonly field: Field
  readonly value: string
  /** The other values, which may decide the unit. */
  readonly values: Values
  readonly currency: string
  readonly onChange: (value: string) => void
  /** The keys typed before the editor stood, once: they are part of the input. */
  readonly takeTyped?: () => string
}

export interface StructuredFieldProps extends EditorProps {
  readonly title: string
  /** The server's error. */
  readonly error?: string | undefined
  /** `value` is the raw input; it is applied however the dialog is closed. */
  readonly onClose: () => void
}
