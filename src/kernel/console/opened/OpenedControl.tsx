import { lazy, Suspense, useState } from 'react'
import type { ControlProps } from '#kernel/ui/Field.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import type { EditorProps } from './editor-props.ts'
import { foldedText } from './folded.ts'
import './opened-control.css'

const OpenedDialog = lazy(() => import('./OpenedDialog.tsx').then((module) => ({ default: module.OpenedDialog })))

interface OpenedControlProps extends ControlProps, EditorProps {
  readonly title: string
}

/** Tiers or a list of codes in a form of the desktop: folded in one line, which opens. */
export function OpenedControl(props: OpenedControlProps) {
  const { title, field, value, values, currency, onChange, id, 'aria-describedby': described } = props
  const [isOpen, setOpen] = useState(false)
  const text = foldedText(field, value, values)
  return (
    <>
      <button
        type="button"
        {...(id === undefined ? {} : { id })}
        {...(described === undefined ? {} : { 'aria-describedby': described })}
        className={described === undefined ? 'opened-control' : 'opened-control is-wrong'}
        aria-haspopup="dialog"
        title={text}
        onClick={() => setOpen(true)}
      >
        <span className={text ? 'opened-control-text' : 'opened-control-text quiet'}>
          {text || pageText('common.choose')}
        </span>
        <Icon name="edit" size={16} />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <OpenedDialog
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
