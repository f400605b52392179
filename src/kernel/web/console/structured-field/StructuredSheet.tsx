import { useState } from 'react'
import { SheetFrame } from '../phone/parts/SheetFrame.tsx'
import type { StructuredFieldProps } from './editor-props.ts'
import { LadderEditor } from './LadderEditor.tsx'
import { ListEditor } from './ListEditor.tsx'
import { structuredFieldText } from './structured-field-text.ts'

/** The same as a sheet on a phone. */
export function StructuredSheet({ title, error, onChange, onClose, ...editor }: StructuredFieldProps) {
  const [text, setText] = useState(editor.value)
  const Editor = editor.field.kind === 'ladder' ? LadderEditor : ListEditor
  const close = (): void => {
    if (text !== editor.value) onChange(text)
    onClose()
  }
  return (
    <SheetFrame title={title} onClose={close} action={{ text: structuredFieldText('done'), act: close }}>
      {error === undefined ? null : <p className="field-error">{error}</p>}
      <Editor {...editor} onChange={setText} />
    </SheetFrame>
  )
}
