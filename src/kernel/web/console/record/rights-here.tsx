import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { RecordDetailWire } from './record-api.ts'
import { kitText, textsOf } from './record-texts.ts'

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
