import type { ReactNode } from 'react'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { WaitingChange } from '#kernel/engine/record/routes/record-wire.ts'
import { timeText } from '#kernel/web/ui/time.ts'
import { Banner } from '../Banner.tsx'
import { kitText, textsOf } from './record-texts.ts'

interface WaitingProps {
  readonly record: AnyRecord
  readonly waiting: readonly WaitingChange[]
  /** Renders a device-specific link to the change. */
  readonly link: (formInstanceId: string, text: string) => ReactNode
}

/** Open change requests of a record. */
export function Waiting({ record, waiting, link }: WaitingProps) {
  const { field } = textsOf(record)
  return waiting.map(({ no, formInstanceId, changeKind, fields, by, submittedAt }) => (
    <Banner key={no} kind="info" action={link(formInstanceId, no)}>
      {changeKind === 'new'
        ? kitText('waitingNew', { by, at: timeText(submittedAt) })
        : kitText('waitingChange', { by, at: timeText(submittedAt), fields: fields.map(field).join(', ') })}
    </Banner>
  ))
}
