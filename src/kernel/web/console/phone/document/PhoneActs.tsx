import Button from 'antd-mobile/es/components/button'
import { useState } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { actButtons } from '../../acts/act-buttons.ts'
import type { DocumentDetail } from '../../client/document-api.ts'
import { useLazyDialog } from '../../session/use-lazy-dialog.ts'

const loadForm = () => import('./PhoneActForm.tsx').then((module) => module.PhoneActForm)

interface PhoneActsProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** The acts with an input that the reader may now perform on a document, each with its sheet. */
export function PhoneActs({ definition, detail }: PhoneActsProps) {
  const form = useLazyDialog(loadForm)
  const [asked, setAsked] = useState<string | null>(null)
  const close = (): void => {
    setAsked(null)
    form.close()
  }
  return (
    <>
      {actButtons(definition, detail).map(({ name, text }) => (
        <Button
          key={name}
          block
          onClick={() => {
            setAsked(name)
            form.open()
          }}
        >
          {text}
        </Button>
      ))}
      {asked !== null && form.Dialog ? (
        <form.Dialog definition={definition} detail={detail} action={asked} onClose={close} />
      ) : null}
    </>
  )
}
