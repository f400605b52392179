import { codesOf } from '#kernel/engine/record/choices.ts'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { type AnyRecord } from '#kernel/engine/record/definition.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { timeText } from '#kernel/web/ui/time.ts'
import { amountColumn, documentColumn, textColumn, timeColumn } from '../list/columns.tsx'
import type { FilterSpec } from '../list/filters/filter-spec.ts'
import { choiceSearch } from './form/choices.ts'
import type { RecordWire } from './record-api.ts'
import { kitText, textsOf } from './record-texts.ts'
import { statesOf, type RecordState } from '#kernel/engine/record/states.ts'
import { SmallPicture } from './form/SmallPicture.tsx'

export const stateColours: Readonly<Record<RecordState, StateColour>> = {
  draft: 'grey',
  approved: 'blue',
  enabled: 'green',
  disabled: 'grey',
}

/** A formatted value: a code with its name, several codes unchanged, an option by its text. */
export function valueText(
  record: AnyRecord,
  { values, names }: Pick<RecordWire, 'values' | 'names'>,
  name: string,
): string {
  const value = values[name] ?? null
  if (value === null) return ''
  const { kind, refersTo, links, isImage, stored } = record.fields[name]!
  if (isImage) return names[name] ?? ''
  if (stored === 'timestamptz') return timeText(String(value))
  if (kind === 'choice') return textsOf(record).option(name, String(value))
  const called = refersTo && !links ? names[name] : null
  return called && called !== value ? `${value} / ${called}` : String(value)
}

function pictureOf(row: RecordWire, name: string) {
  const key = row.values[name] ?? null
  return key === null ? '/' : <SmallPicture imageKey={String(key)} name={row.names[name] ?? ''} />
}

/** The columns of a record's list; the names in both languages are hidden at first, because the list shows the reader's. */
export function recordColumns(
  record: AnyRecord,
  addressOf: (row: RecordWire) => string,
): readonly Column<RecordWire>[] {
  const texts = textsOf(record)
  const sorted = (name: string) => ((record.list.sort as readonly string[]).includes(name) ? { sort: name } : {})
  const hidden = new Set<string>(Object.values(record.names))
  const column = (name: string): Column<RecordWire> => {
    const title = texts.field(name)
    if (name === record.key) {
      const no = (row: RecordWire) => String(row.values[name])
      const label = (row: RecordWire) => `${no(row)} ${row.name}`
      // A composed key is longer.
      const width = record.keyOf ? { width: 250 } : {}
      return documentColumn(name, title, { no, address: addressOf, label }, { ...sorted(name), ...width })
    }
    const more = { ...sorted(name), ...(hidden.has(name) ? { isHidden: true } : {}) }
    if (record.fields[name]?.kind === 'money')
      return amountColumn(name, title, (row) => row.values[name] as string | null, more)
    if (record.fields[name]?.isImage)
      return {
        key: name,
        title,
        kind: 'picture',
        width: 90,
        render: (row) => pictureOf(row, name),
        ...more,
      }
    if (record.fields[name]?.stored === 'timestamptz')
      return timeColumn(name, title, (row) => row.values[name] as string | null, more)
    const text = textColumn<RecordWire>(name, title, (row) => valueText(record, row, name), more)
    const { kind, stored } = record.fields[name]!
    return kind === 'integer' || stored === 'numeric' ? { ...text, kind: 'number', align: 'right' } : text
  }
  return record.list.columns.map((name): Column<RecordWire> => {
    switch (name) {
      case 'name':
        return textColumn(name, kitText('name'), (row) => row.name, { card: 'title' })
      case 'state':
        return {
          key: name,
          title: kitText('state'),
          kind: 'state',
          render: ({ state, values }) => <StateMark colour={stateColours[state]} text={texts.state(state, values)} />,
        }
      case 'updatedAt':
        return timeColumn(name, kitText('updatedAt'), (row) => row.updatedAt, { ...sorted(name), card: 'none' })
      case 'updatedBy':
        return textColumn(name, kitText('updatedBy'), (row) => row.updatedBy, { card: 'none' })
      default:
        return column(name)
    }
  })
}

export function recordFilterSpecs(record: AnyRecord): readonly FilterSpec[] {
  const texts = textsOf(record)
  return record.list.filters.map((name): FilterSpec => {
    if (name === 'keyword') return { kind: 'text', name, label: kitText('keyword'), rule: { maxLength: 100 } }
    if (name === 'state') {
      const options = statesOf(record).map((state) => ({ value: state, label: texts.state(state) }))
      return { kind: 'choice', name, label: kitText('state'), options }
    }
    if (name === 'updatedAt') return { kind: 'dates', name, label: kitText('updatedAt') }
    const field = record.fields[name]!
    const label = texts.field(name)
    if (field.refersTo) return { kind: 'search', name, label, search: choiceSearch(record, name) }
    const options = field.options && codesOf(record, name).map((value) => ({ value, label: texts.option(name, value) }))
    return options ? { kind: 'choice', name, label, options } : { kind: 'text', name, label, rule: { maxLength: 100 } }
  })
}
