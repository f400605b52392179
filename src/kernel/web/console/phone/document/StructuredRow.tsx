import { lazy, Suspense, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import type { EditorProps } from '../../structured-field/editor-props.ts'
import { structuredSummary } from '../../structured-field/structured-summary.ts'
import { Label, RowFrame, type RowProps } from './FieldRows.tsx'

const StructuredSheet = lazy(() =>
  import('../../structured-field/StructuredSheet.tsx').then((module) => ({ default: module.StructuredSheet })),
)

/** Tiers or a list of codes in a phone form: collapsed in one row, opened by a tap. */
export function StructuredRow({ field, value, values, currency, onChange, ...row }: RowProps & EditorProps) {
  const [isOpen, setOpen] = useState(false)
  const text = structuredSummary(field, value, values)
  return (
    <RowFrame {...row}>
      {({ id, described }) => (
        <>
          <button
            type="button"
            id={id}
            className="field-row-main"
            aria-haspopup="dialog"
            {...described}
            onClick={() => setOpen(true)}
          >
            <span className="field-row-label">
              <Label label={row.label} isRequired={row.isRequired} />
            </span>
            <span className={text ? 'field-row-value' : 'field-row-value is-empty'}>
              {text || pageText('common.choose')}
            </span>
            <Icon name="right" size={16} />
          </button>
          {isOpen ? (
            <Suspense fallback={null}>
              <StructuredSheet
                title={row.label}
                error={row.error}
                field={field}
                value={value}
                values={values}
                currency={currency}
                onChange={onChange}
                onClose={() => setOpen(false)}
              />
            </Suspense>
          ) : null}
        </>
      )}
    </RowFrame>
  )
}
