import { Fragment, type ReactNode } from 'react'
import type { RecordDetailWire } from './record-api.ts'
import { kitText, textsOf } from './record-texts.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { WaitingChange } from '#kernel/engine/record/routes/record-wire.ts'
import { timeText } from '#kernel/web/ui/time.ts'
import { Banner } from '../Banner.tsx'
import './record.css'

interface RecordPathProps {
  readonly path: RecordDetailWire['path']
  readonly link: (id: string, text: string) => ReactNode
}

/** The ancestors of a record in its tree, from the top. */
export function RecordPath({ path, link }: RecordPathProps) {
  if (path.length === 0) return null
  return (
    <nav className="record-path" aria-label={kitText('path')}>
      {path.map(({ id, name }, at) => (
        <Fragment key={id}>
          {at > 0 ? <span aria-hidden="true">›</span> : null}
          {link(id, name)}
        </Fragment>
      ))}
    </nav>
  )
}

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

type May = (right: string) => boolean
type Detail = Pick<RecordDetailWire, 'elsewhere'>

/** The menu tells rights held anywhere; a record needs those held for its organisation. */
export function mayHere(may: May, detail: Detail | undefined): May {
  return (right) => may(right) && !detail?.elsewhere.includes(right)
}

interface OnlyReadProps {
  readonly record: AnyRecord
  readonly detail: Detail
  readonly may: May
}

/** Why no action is offered, for people who may change such records elsewhere. */
export function OnlyRead({ record, detail, may }: OnlyReadProps) {
  const { edit } = record.rights
  if (!may(edit) || !detail.elsewhere.includes(edit)) return null
  return <p className="quiet">{kitText('onlyRead', { title: textsOf(record).title() })}</p>
}
