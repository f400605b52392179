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
  const { box, spec, draft, options, errors, change, failure, isRunning, send } = useActForm(props)
  const id = useId()
  const texts = documentTexts(definition)
  return (
    <DialogFrame
      title={texts.text(`actions.${action}`)}
      onClose={onClose}
      action={{ text: texts.text(`actions.${action}`), act: () => void send(), isRunning: isRunning }}
    >
      <div className="act-form" ref={box}>
        <p className="quiet">{texts.text(`acts.${action}.note`)}</p>
        <FormFields
          spec={spec}
          draft={draft}
          options={options}
          errors={errors}
          limits={[]}
          idOf={(name) => `${id}-${name}`}
          onChange={change}
        />
        <ActFailureText cause={failure} />
      </div>
    </DialogFrame>
  )
}
