import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'
import type { StructuredFieldProps } from './editor-props.ts'
import { LadderEditor } from './LadderEditor.tsx'
import { ListEditor } from './ListEditor.tsx'
import { structuredFieldText } from './structured-field-text.ts'

/** The dialog of a structured field on the desktop: closing it, also by Esc, keeps the input. */
export function StructuredDialog({ title, error, onChange, onClose, ...editor }: StructuredFieldProps) {
  const [text, setText] = useState(editor.value)
  const Editor = editor.field.kind === 'ladder' ? LadderEditor : ListEditor
  const close = (): void => {
    if (text !== editor.value) onChange(text)
    onClose()
  }
  return (
    <Dialog
      title={title}
      closeLabel={pageText('common.close')}
      width={520}
      onClose={close}
      footer={
        <Button type="primary" onClick={close}>
          {structuredFieldText('done')}
        </Button>
      }
    >
      {error === undefined ? null : <p className="field-error">{error}</p>}
      <Editor {...editor} onChange={setText} />
    </Dialog>
  )
}
