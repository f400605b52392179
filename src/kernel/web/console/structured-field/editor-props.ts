import type { Field } from '#kernel/engine/definition/fields.ts'
import type { Values } from '../sheet/sheet-columns.ts'

/** What an editor in a window of its own is given, on desktop and phone alike. */
export interface EditorProps {
  readonly field: Field
  readonly value: string
  /** What stands beside it: it may say what the numbers are. */
  readonly values: Values
  readonly currency: string
  readonly onChange: (value: string) => void
}

export interface StructuredFieldProps extends EditorProps {
  readonly title: string
  /** What the server says is wrong with it. */
  readonly error?: string | undefined
  /** `value` is what was typed; it is taken over when the window is left, however that was. */
  readonly onClose: () => void
}
