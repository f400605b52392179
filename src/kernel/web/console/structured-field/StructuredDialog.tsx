import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'
import type { StructuredFieldProps } from './editor-props.ts'
import { LadderEditor } from './LadderEditor.tsx'
import { ListEditor } from './ListEditor.tsx'
import { structuredFieldText } from './structured-field-text.ts'

/** A field that needs a window of its own, on the desktop: what is typed there counts when it closes, and Esc is no way to lose it. */
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
