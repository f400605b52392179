import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { allRowsStatement, countStatement, sumStatement } from '#kernel/engine/document/list/list-query.ts'
import { summedFields } from '#kernel/engine/document/list/summed-fields.ts'
import type { ListRequest } from '#kernel/platform/http/paging.ts'
import { axisStatePath } from '#kernel/engine/document/axes/axis-looks.ts'
import { ladderText } from '#kernel/engine/definition/ladder.ts'
import { listRowWire } from '#kernel/engine/document/load-document.ts'
import { namesOfRows } from '#kernel/engine/document/list/list-names.ts'
import { isPercent } from '#kernel/engine/definition/fields.ts'
import type { Reference } from '#kernel/engine/definition/reference.ts'
import type { AnyDocument, ServerDocument } from '#kernel/engine/document/server-document.ts'
import { nameOf, valueText } from '#kernel/engine/definition/view.ts'
import type { CellInput, CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { exports as exportsEn } from '#kernel/platform/exports/locale/exports.en.ts'
import { exports as exportsZh } from '#kernel/platform/exports/locale/exports.zh.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { inPercent, inTurn, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ExportColumn, ExportRow, ListExport, Reader } from '#kernel/platform/exports/list-export.ts'

export interface DocumentExportOptions {
  /** For fields that refer to large tables: their names are read for each batch of rows, as the list reads them. */
  readonly readsNamesOf?: ServerDocument
  /** The list on the screen says what the matching documents come to. */
  readonly hasSums?: boolean
  /** Columns of the list on the screen that are no fields. */
  readonly more?: readonly MoreColumn[]
}

/** `word` is for a value that has a text in each language. */
type MoreColumn = ExportColumn & { readonly word?: (row: ExportRow, language: Language) => string | null }

interface Person {
  readonly name: string
}

/** The screen shows a growing waiting time; a file shows the moment at which it began. */
const words = wordsOf(overridableTexts('exports', { en: exportsEn, zh: exportsZh }))

const INSTANTS = new Set(['createdAt', 'updatedAt', 'submittedAt', 'waitingSince'])
/** Filters of a period: its end is included, as in the list. */
const BOUNDS: Readonly<Record<string, { readonly field: string; readonly sign: string }>> = {
  createdFrom: { field: 'createdAt', sign: '>=' },
  createdTo: { field: 'createdAt', sign: '<=' },
}

function boundOf(definition: AnyDocument, filter: string) {
  const [, field = '', end] = /^(.+)(From|To)$/.exec(filter) ?? []
  const isOfDays = definition.fields[field]?.kind === 'date'
  return BOUNDS[filter] ?? (isOfDays ? { field, sign: end === 'From' ? '>=' : '<' } : undefined)
}

/** Names of a field's codes are in the row under this prefix. */
const named = (field: string) => `${field}Name`

/** The export of a document's list, from its definition: the columns of the list and every other field. */
export function documentExport(definition: AnyDocument, options: DocumentExportOptions = {}): ListExport {
  const { exportRight } = definition
  if (exportRight === undefined) throw new Error(`${definition.name} does not say who may export its list`)
  const texts = `${definition.area}.documents.${definition.name}`
  const fieldTitle = (language: Language, name: string) => {
    const isOfLines = definition.fields[name] === undefined && definition.lines[name] !== undefined
    return textAt(language, `${texts}.${isOfLines ? 'lineFields' : 'fields'}.${name}`)
  }
  const columnTitle = (language: Language, name: string) =>
    name === 'waitingSince' ? words('waitingSince')(language) : fieldTitle(language, name)
  const currency = definition.view?.currency
  const keys = [...new Set([...(definition.list.columns as readonly string[]), ...Object.keys(definition.fields)])]
  const columns = keys.map((key): ExportColumn => ({
    key,
    kind: isNamed(definition, options, key) ? 'text' : kindOf(definition, key),
    title: (language) => (isPercent(definition.fields[key]) ? inPercent : String)(columnTitle(language, key)),
    value: valueOf(definition, isNamed(definition, options, key), key),
    ...(definition.fields[key]?.kind === 'money' && currency !== undefined ? { beside: currency } : {}),
  }))
  const names = options.readsNamesOf ? [] : tablesOf(definition)
  return {
    name: definition.name,
    path: definition.calls?.['export'] ?? `${definition.api}/export`,
    key: 'no',
    filters: {},
    viewRight: definition.viewRight,
    right: exportRight,
    title: (language) => textAt(language, `${texts}.label`),
    filterTitle: (language, filter) => {
      const bound = boundOf(definition, filter)
      return bound ? `${fieldTitle(language, bound.field)} ${bound.sign}` : fieldTitle(language, filter)
    },
    columns: [...columns, ...(options.more ?? [])],
    async query(tx, reader, { filters, sort }) {
      const request: ListRequest = { ...filters, ...(sort.length > 0 ? { sort } : {}) }
      const labels = new Map<string, ReadonlyMap<string, string>>()
      // One after the other: the connection of a cursor takes one statement at a time.
      for (const [field, named] of names) {
        const rows = await tx.rows(namesStatement(named, reader.language))
        labels.set(field, new Map(rows.map(({ code, name }) => [code, name])))
      }
      const worded = (options.more ?? []).filter(({ word }) => word)
      const shaped = (wire: ExportRow): ExportRow => ({
        ...wire,
        ...Object.fromEntries(
          Object.entries(definition.fields)
            .filter(([, { kind }]) => kind === 'choice')
            .map(([field]) => [named(field), optionText(reader.language, texts, field, wire[field])]),
        ),
        ...Object.fromEntries(names.map(([field]) => [named(field), labels.get(field)?.get(plainText(wire[field]))])),
        stateName: textAt(reader.language, `${texts}.states.${plainText(wire['state'])}`),
        ...Object.fromEntries(
          Object.keys(definition.axes ?? {}).map((axis) => [
            named(axis),
            wire[axis] ? textAt(reader.language, axisStatePath(definition, axis, plainText(wire[axis]))) : null,
          ]),
        ),
        ...Object.fromEntries(worded.map(({ key, word }) => [key, word?.(wire, reader.language)])),
      })
      const { readsNamesOf: document } = options
      return {
        rows: allRowsStatement(definition, reader.principal, request),
        count: countStatement(definition, reader.principal, request),
        ...(options.hasSums && currency !== undefined
          ? {
              totals: {
                statement: sumStatement(definition, reader.principal, request),
                by: [currency],
                keys: summedFields(definition),
              },
            }
          : {}),
        ...(document
          ? { rowsOf: async (rows) => (await withNames(tx, reader, document, rows)).map(shaped) }
          : { rowOf: (row) => shaped(listRowWire(reader, definition, row)) }),
      }
    },
  }
}

/** Rows as in the list, each with the names of its codes. */
async function withNames(
  tx: Tx,
  reader: Reader,
  document: ServerDocument,
  rows: readonly ExportRow[],
): Promise<readonly ExportRow[]> {
  const { fields } = document.definition
  const wires = rows.map((row) => listRowWire(reader, document.definition, row))
  const names = await namesOfRows(inTurn(tx), reader, document, wires)
  return wires.map((wire, index) => ({
    ...wire,
    ...Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => field.refersTo?.names !== undefined)
        .map(([name, field]) => [named(name), nameOf(field, names[index] ?? {}, valueText(fields, name, wire))]),
    ),
  }))
}

/** Whether a cell contains the name of its code. */
function isNamed(definition: AnyDocument, options: DocumentExportOptions, key: string): boolean {
  const reference = definition.fields[key]?.refersTo
  return reference?.names !== undefined && (options.readsNamesOf !== undefined || 'table' in reference)
}

/** The tables with the names of header fields: a cell then says `code / name`, for a number the name. */
function tablesOf({ fields }: AnyDocument): readonly (readonly [string, Reference])[] {
  return Object.entries(fields).flatMap(([name, { refersTo: reference }]) =>
    reference?.names !== undefined && 'table' in reference ? [[name, reference] as const] : [],
  )
}

function namesStatement({ table, key }: Reference, language: Language): Statement<{ code: string; name: string }> {
  return { text: `select ${key}::text as code, name_${language} as name from ${table}`, values: [] }
}

/** Codes are texts, ids numbers. */
function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function optionText(language: Language, texts: string, field: string, value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? textAt(language, `${texts}.options.${field}.${value}`) : null
}

function kindOf(definition: AnyDocument, key: string): CellKind {
  if (INSTANTS.has(key)) return 'instant'
  switch (definition.fields[key]?.kind) {
    case 'money':
      return 'amount'
    case 'integer':
      return 'integer'
    case 'decimal':
      return 'decimal'
    case 'date':
      return 'day'
    case 'code':
      return 'code'
    case 'ladder':
    case 'list':
    case 'choice':
    case 'text':
    case undefined:
      return key === 'no' ? 'code' : 'text'
  }
}

function valueOf(definition: AnyDocument, isNamed: boolean, key: string): (row: ExportRow) => CellInput {
  if (INSTANTS.has(key)) return (row) => (typeof row[key] === 'string' ? new Date(row[key]) : null)
  if (key === 'state') return (row) => row['stateName'] as string
  if (definition.axes?.[key]) return (row) => row[named(key)] as string | null
  if (key === 'drafter') return (row) => (row[key] as Person).name
  if (key === 'currentHolder') return (row) => (row[key] as readonly Person[]).map(({ name }) => name).join(', ')
  const { ladder } = definition.fields[key] ?? {}
  if (ladder) return (row) => (row[key] ? ladderText({ ladder }, plainText(row[key]), row) : null)
  if (definition.fields[key]?.kind === 'choice') return (row) => row[named(key)] as string | null
  if (!isNamed) return (row) => row[key] as CellInput
  // A number says nothing to people, and a text that has a name says it itself.
  if (definition.fields[key]?.kind !== 'code') return (row) => (row[named(key)] ?? row[key]) as CellInput
  return (row) => codeAndName(row[key] as string | null, row[named(key)] as string | undefined)
}

/** A code with its name, as the screen shows it. */
export function codeAndName(code: string | null, name: string | null | undefined): string | null {
  return code && name ? `${code} / ${name}` : code
}
