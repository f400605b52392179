import { Button } from 'antd'
import { useState } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { actButtons } from './act-buttons.ts'

const loadForm = () => import('./DeskActForm.tsx').then((module) => module.DeskActForm)

interface DeskActsProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** The acts with an input that the reader may now perform on a document, each with its dialog. */
export function DeskActs({ definition, detail }: DeskActsProps) {
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
