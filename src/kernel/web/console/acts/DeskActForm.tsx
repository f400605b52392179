import { useId } from 'react'
import { ActFailureText } from '../approval/verbs/ActFailureText.tsx'
import { DialogFrame } from '../approval/verbs/DialogFrame.tsx'
import { documentTexts } from '../client/document-texts.ts'
import { FormFields } from '../form/FormFields.tsx'
import { type ActFormProps, useActForm } from './use-act-form.ts'
import './act-form.css'

/** The dialog of an act: the fields of its input, and what it does. */
export function DeskActForm(props: ActFormProps) {
  const { definition, action, onClose } = props
  const form = useActForm(props)
  const id = useId()
  const { text } = documentTexts(definition)
  return (
    <DialogFrame
      title={text(`actions.${action}`)}
      onClose={onClose}
      action={{ text: text(`actions.${action}`), act: () => void form.send(), isRunning: form.isRunning }}
    >
      <div className="act-form" ref={form.box}>
        <p className="quiet">{text(`acts.${action}.note`)}</p>
        <FormFields
          spec={form.spec}
          draft={form.draft}
          options={form.options}
          errors={form.errors}
          limits={[]}
          idOf={(name) => `${id}-${name}`}
          onChange={form.change}
        />
        <ActFailureText cause={form.failure} />
      </div>
    </DialogFrame>
  )
}
