import type { AnyRecord, RecordField } from '#kernel/engine/record/definition.ts'
import { type Description, DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import type { RecordDetailWire, UseWire } from './record-api.ts'
import { FieldValue, RecordPlace } from './FieldValue.tsx'
import { stateColours } from './record-columns.tsx'
import { kitText, textsOf } from './record-texts.ts'
import '../document/document.css'
import './record.css'

interface RecordFactsProps {
  readonly record: AnyRecord
  readonly detail: RecordDetailWire
}

/** A record for reading: its fields, its last change, and its references. */
export function RecordFacts({ record, detail }: RecordFactsProps) {
  const { record: row } = detail
  const uses = detail.uses.filter(({ name }) => !isListed(detail, name))
  const texts = textsOf(record)
  return (
    <section className="record-facts">
      {record.states ? (
        <p>
          <StateMark colour={stateColours[row.state]} text={texts.state(row.state, row.values)} />
        </p>
      ) : null}
      <DescriptionList
        pairs={[
          ...Object.keys(record.fields).map((name): Description => [
            texts.field(name),
            <FieldValue key={name} record={record} row={row} name={name} />,
            { key: name, isWide: isWide(record.fields[name]), className: name === record.key ? 'code' : undefined },
          ]),
          [kitText('updatedAt'), timeText(row.updatedAt), { key: '@at' }],
          [kitText('updatedBy'), row.updatedBy, { key: '@by' }],
        ]}
      />
      <RecordPlace record={record} row={row} />
      {uses.length > 0 ? (
        <>
          <h3>{kitText('usedBy')}</h3>
          <Uses uses={uses} />
        </>
      ) : null}
    </section>
  )
}

/** Several codes, and multi-line texts. */
const MANY_LETTERS = 1_000
function isWide(field: RecordField | undefined): boolean {
  return field?.links !== undefined || (field?.kind === 'text' && (field.max ?? 0) > MANY_LETTERS)
}

/** References that have a short list below are not repeated. */
function isListed({ related }: RecordDetailWire, name: string): boolean {
  return related.some(({ record: other, by }) => name === `${other}.${by}`)
}

export function Uses({ uses }: { readonly uses: readonly UseWire[] }) {
  return (
    <ul className="record-uses">
      {uses.map(({ name, label, count, shown, hasMore }) => (
        <li key={name}>
          <span>{label}</span>{' '}
          <span className="quiet">
            {shown.join(', ')}
            {hasMore
              ? ` ${kitText(shown.length > 0 ? 'others' : 'unseen')}`
              : count > shown.length
                ? ` ${kitText('more', { count: count - shown.length })}`
                : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}
