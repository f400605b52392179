import { zero } from '#kernel/base/money/money.ts'
import { type ActFormProps, useActForm } from '../../acts/use-act-form.ts'
import { ActFailureText } from '../../approval/verbs/ActFailureText.tsx'
import { documentTexts } from '../../client/document-texts.ts'
import { FormFields } from '../form/FormFields.tsx'
import { SheetFrame } from '../parts/SheetFrame.tsx'
import '../../acts/act-form.css'

/** The sheet of an act: the fields of its input, and what it does. */
export function PhoneActForm(props: ActFormProps) {
  const { definition, detail, action, onClose } = props
  const { box, spec, draft, options, errors, change, failure, isRunning, send } = useActForm(props)
  const texts = documentTexts(definition)
  return (
    <SheetFrame
      title={texts.text(`actions.${action}`)}
      onClose={onClose}
      action={{ text: texts.text(`actions.${action}`), act: () => void send(), isRunning: isRunning }}
    >
      <div className="act-form" ref={box}>
        <p className="quiet">{texts.text(`acts.${action}.note`)}</p>
        <FormFields
          spec={spec}
          draft={draft}
          names={detail.names}
          options={options}
          errors={errors}
          limits={[]}
          total={zero}
          onChange={change}
        />
        <ActFailureText cause={failure} />
      </div>
    </SheetFrame>
  )
}
