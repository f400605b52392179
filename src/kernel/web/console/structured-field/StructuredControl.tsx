import { lazy, Suspense, useState } from 'react'
import type { ControlProps } from '#kernel/web/ui/Field.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import type { EditorProps } from './editor-props.ts'
import { structuredSummary } from './structured-summary.ts'
import './structured-control.css'

const StructuredDialog = lazy(() =>
  import('./StructuredDialog.tsx').then((module) => ({ default: module.StructuredDialog })),
)

interface StructuredControlProps extends ControlProps, EditorProps {
  readonly title: string
}

/** Tiers or a list of codes in a desktop form: a summary line that opens a dialog. */
export function StructuredControl(props: StructuredControlProps) {
  const { title, field, value, values, currency, onChange, id, 'aria-describedby': described } = props
  const [isOpen, setOpen] = useState(false)
  const text = structuredSummary(field, value, values)
  return (
    <>
      <button
        type="button"
        {...(id === undefined ? {} : { id })}
        {...(described === undefined ? {} : { 'aria-describedby': described })}
        className={described === undefined ? 'structured-control' : 'structured-control is-wrong'}
        aria-haspopup="dialog"
        title={text}
        onClick={() => setOpen(true)}
      >
        <span className={text ? 'structured-control-text' : 'structured-control-text quiet'}>
          {text || pageText('common.choose')}
        </span>
        <Icon name="edit" size={16} />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <StructuredDialog
            title={title}
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
  )
}
