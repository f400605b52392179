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
  const form = useActForm(props)
  const { text } = documentTexts(definition)
  return (
    <SheetFrame
      title={text(`actions.${action}`)}
      onClose={onClose}
      action={{ text: text(`actions.${action}`), act: () => void form.send(), isRunning: form.isRunning }}
    >
      <div className="act-form" ref={form.box}>
        <p className="quiet">{text(`acts.${action}.note`)}</p>
        <FormFields
          spec={form.spec}
          draft={form.draft}
          names={detail.names}
          options={form.options}
          errors={form.errors}
          limits={[]}
          total={zero}
          onChange={form.change}
        />
        <ActFailureText cause={form.failure} />
      </div>
    </SheetFrame>
  )
}
