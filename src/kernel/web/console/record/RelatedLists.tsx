import type { ReactNode } from 'react'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { RelatedView } from '#kernel/engine/record/routes/record-wire.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { RecordDetailWire } from './record-api.ts'
import { stateColours } from './record-columns.tsx'
import { kitText, textsOf } from './record-texts.ts'
import { knownRecord } from './related-records.ts'
import './record.css'

interface RelatedListsProps {
  readonly record: AnyRecord
  readonly detail: RecordDetailWire
  /** Renders a device-specific link. */
  readonly link: (address: string, text: ReactNode) => ReactNode
  /** Address of one of them. */
  readonly addressOf: (other: AnyRecord, id: string) => string
  /** Content below a list: links to all of them, and to a new one. */
  readonly foot?: (other: AnyRecord, view: RelatedView, key: string) => ReactNode
}

/** Records that refer to this one, a short list for each kind that the reader may see. */
export function RelatedLists({ record, detail, link, addressOf, foot }: RelatedListsProps) {
  const key = String(detail.record.values[record.key])
  return detail.related.map((view) => {
    const other = knownRecord(view.record)
    if (!other || (view.count === 0 && !view.mayAdd)) return null
    return (
      <section key={`${view.record} ${view.by}`} className="record-related" aria-label={textsOf(other).title()}>
        <h3>
          {textsOf(other).title()} <span className="quiet">{view.isMore ? `${view.count}+` : view.count}</span>
        </h3>
        {view.records.length > 0 ? (
          <ul>
            {view.records.map(({ id, code, name, state }) => (
              <li key={id}>
                {link(addressOf(other, id), name === code ? code : `${code} ${name}`)}
                {other.states && state !== 'enabled' ? (
                  <StateMark
                    colour={stateColours[state as keyof typeof stateColours]}
                    text={textsOf(other).state(state as keyof typeof stateColours)}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        ) : (
          <p className="quiet">{kitText('none')}</p>
        )}
        {foot?.(other, view, key)}
      </section>
    )
  })
}
