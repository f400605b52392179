import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { typedFields } from '#kernel/engine/record/definition.ts'
import type { DatedView } from '#kernel/engine/record/routes/record-wire.ts'
import { notify } from '../client/live/notices.ts'
import { recordApi, type RecordDetailWire } from './record-api.ts'
import { kitText, textsOf } from './record-texts.ts'
import './record.css'

interface RecordDaysProps {
  readonly record: AnyRecord
  readonly detail: RecordDetailWire
  /** A future value can be removed by people who may change the record; called afterwards. */
  readonly onTakenBack?: (() => void) | undefined
}

/** Past, current and future values of a dated field, by their first day. */
export function RecordDays({ record, detail, onTakenBack }: RecordDaysProps) {
  const { dated, record: row } = detail
  const [first] = dated
  if (!first || (dated.length === 1 && !first.isComing)) return null
  const takeBack = async ({ from }: DatedView): Promise<void> => {
    const values = Object.keys(typedFields(record)).map((name) => [name, row.values[name] ?? null] as const)
    const input = Object.fromEntries(values.map(([name, value]) => [name, value === null ? null : String(value)]))
    try {
      // Setting the current value for that day removes the planned change.
      await recordApi(record).update(row.id, row.version, input, {}, from)
      notify('success', kitText('saved'))
    } catch {
      // The call has shown the error; the stored state is reloaded.
    }
    onTakenBack?.()
  }
  return (
    <section className="record-days">
      <h3>{kitText('byDay', { field: textsOf(record).field(first.field) })}</h3>
      <ul>
        {dated.map((each) => (
          <li key={each.from}>
            <span className="code">{each.from}</span>
            <span>{each.value === null ? '/' : `${each.value} / ${each.name ?? ''}`}</span>
            {each.isComing ? <span className="quiet">{kitText('toCome')}</span> : null}
            {each.refusal ? (
              <span className="record-days-refused">{kitText('notInForce', { reason: each.refusal })}</span>
            ) : null}
            {each.isComing && onTakenBack ? (
              <button type="button" className="link-button" onClick={() => void takeBack(each)}>
                {kitText('takeBack')}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
