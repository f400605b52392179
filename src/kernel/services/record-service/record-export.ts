import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { codeAndName } from '#kernel/services/downloads/document-export.ts'
import type { ExportColumn, ExportRow, ListExport } from '#kernel/platform/exports/list-export.ts'
import type { CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { type AnyRecord, type RecordField, recordText } from '#kernel/engine/record/definition.ts'
import { allRecords, recordCount } from '#kernel/engine/record/routes/record-list.ts'
import { type RecordRow, wireOf } from '#kernel/engine/record/record-sql.ts'
import { recordFilterSchemas } from '#kernel/engine/record/routes/record-wire.ts'
import { recordTexts, stateName } from '#kernel/engine/record/record-texts.ts'
import { disclosureOf } from '#kernel/engine/record/disclosure.ts'
import type { RecordState } from '#kernel/engine/record/states.ts'

type Wire = ReturnType<typeof wireOf> & {
  readonly stateName: string
  readonly options: Readonly<Record<string, string>>
}

const wire = (row: ExportRow): Wire => row as unknown as Wire

/** The export of a record's list. Titles and values are those of the import: an exported file can be edited and imported. */
export function recordExport(record: AnyRecord): ListExport {
  const fieldTitle = (name: string) => (language: Language) => textAt(language, recordText(record, `fields.${name}`))
  const fields = Object.entries(record.fields).map(([name, field]): ExportColumn => ({
    key: name,
    kind: kindOf(field),
    title: fieldTitle(name),
    ...(field.secret === undefined ? {} : { wholeBy: field.secret }),
    value: (row) => cellOf(name, field, wire(row)),
  }))
  const head = (
    key: 'state' | 'updatedAt' | 'updatedBy' | 'name',
    more: Pick<ExportColumn, 'kind' | 'value'>,
  ): ExportColumn => ({
    key,
    title: (language) => recordTexts[language][key],
    ...more,
  })
  return {
    name: record.name,
    path: `${record.api}/export`,
    key: 'id',
    filters: recordFilterSchemas(record),
    isClosed: true,
    viewRight: record.rights.view,
    right: record.rights.export,
    shows: disclosureOf(record, 'export'),
    title: (language) => textAt(language, recordText(record, 'title')),
    filterTitle: (language, filter) =>
      filter === 'keyword' || filter === 'state' ? recordTexts[language][filter] : fieldTitle(filter)(language),
    columns: [
      ...fields,
      ...(record.states
        ? [head('state', { kind: 'text', value: (row) => `${wire(row).state} / ${wire(row).stateName}` })]
        : []),
      head('name', { kind: 'text', value: (row) => wire(row).name }),
      head('updatedAt', { kind: 'instant', value: (row) => new Date(wire(row).updatedAt) }),
      head('updatedBy', { kind: 'text', value: (row) => wire(row).updatedBy }),
    ],
    async query(_, { principal, language, now }, { filters, sort }) {
      const today = dayIn(principal.timezone, now)
      const request = { ...filters, ...(sort.length > 0 ? { sort } : {}) }
      return {
        rows: allRecords(record, principal, language, request),
        count: recordCount(record, principal, request),
        rowOf: (row) => {
          const read = wireOf(record, row as unknown as RecordRow, { principal, language })
          const options = Object.entries(record.fields).flatMap(([name, { kind }]) =>
            kind === 'choice' && read.values[name] !== null
              ? [[name, textAt(language, recordText(record, `options.${name}.${read.values[name]}`))]]
              : [],
          )
          return {
            ...read,
            stateName: stateName(record, language, read.state as RecordState, { values: read.values, today }),
            options: Object.fromEntries(options),
          }
        },
      }
    },
  }
}

function cellOf(
  name: string,
  { kind, refersTo, links, isImage, stored }: RecordField,
  { values, names, options }: Wire,
) {
  const value = values[name] ?? null
  if (isImage) return names[name] ?? null
  if (stored === 'timestamptz') return value === null ? null : new Date(value)
  if (refersTo && !links) return codeAndName(value as string | null, names[name])
  return kind === 'choice' ? codeAndName(value as string | null, options[name]) : value
}

function kindOf({ kind, refersTo, isImage, stored, decimal }: RecordField): CellKind {
  if (decimal) return 'decimal'
  if (stored === 'timestamptz') return 'instant'
  if (isImage) return 'text'
  if (refersTo || kind === 'choice') return 'text'
  if (kind === 'money') return 'amount'
  if (kind === 'ladder' || kind === 'list') return 'text'
  return kind === 'date' ? 'day' : kind
}
