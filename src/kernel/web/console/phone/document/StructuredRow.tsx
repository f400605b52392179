import type { EditorProps } from '../../structured-field/editor-props.ts'
import { structuredSummary } from '../../structured-field/structured-summary.ts'
import { buttonOf } from '../form/SheetButtons.tsx'
import { Chosen, RowFrame, type RowProps } from './FieldRows.tsx'

const StructuredButton = buttonOf(() =>
  import('../../structured-field/StructuredSheet.tsx').then((module) => module.StructuredSheet),
)

/** Tiers or a list of codes in a phone form: collapsed in one row, opened by a tap. */
export function StructuredRow({ label, isRequired, aside, ...editor }: RowProps & EditorProps) {
  const { error, field, value, values } = editor
  return (
    <RowFrame {...{ label, error, aside }}>
      {({ id, described }) => (
        <StructuredButton {...editor} {...{ id, described }} className="field-row-main" title={label}>
          <Chosen
            {...{ label, isRequired }}
            text={structuredSummary(field, value, values)}
            hint="common.choose"
            icon="right"
          />
        </StructuredButton>
      )}
    </RowFrame>
  )
}
