import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { atPlace } from '#kernel/platform/access/principal.ts'
import { Type } from 'typebox'
import { headerOfRound } from '#kernel/engine/approval/store.ts'
import { visibleInstance } from '#kernel/engine/document/visible-instance.ts'
import { linesOfRows, lineSqlOf } from '#kernel/engine/document/line-sql.ts'
import { lineFieldsPath, partsOf } from '#kernel/engine/definition/parts.ts'
import { type AnyDocument, linesShownTo, type ServerDocument } from '#kernel/engine/document/server-document.ts'
import { isPercent } from '#kernel/engine/definition/fields.ts'
import { isCount } from '#kernel/engine/definition/is-count.ts'
import { valueText, viewOf } from '#kernel/engine/definition/view.ts'
import { writtenFact } from '#kernel/engine/definition/written-fact.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import { exports as en } from '#kernel/platform/exports/locale/exports.en.ts'
import { exports as zh } from '#kernel/platform/exports/locale/exports.zh.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { exportColumn, inPercent, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ExportColumn, ListExport } from '#kernel/platform/exports/list-export.ts'

const words = wordsOf(overridableTexts('exports', { en, zh }))

interface Row {
  readonly lineNo: number
  readonly currency: string | null
  readonly texts: Readonly<Record<string, string>>
}

/** The exports of a document's lines and of its further tables, each a file of its own. */
export function lineExports(document: ServerDocument, documents: readonly ServerDocument[]): readonly ListExport[] {
  const { definition } = document
  const all = [definition, ...partsOf(definition)].filter(({ lines }) => Object.keys(lines).length > 0)
  return all.map((part) => linesExport(document, documents, part))
}

/** Exports the lines of one document as its page shows them: a submitted round, for whoever may see it; of a part its rows. */
export function linesExport(
  document: ServerDocument,
  documents: readonly ServerDocument[],
  definition: AnyDocument = document.definition,
): ListExport {
  const table = definition.part ?? 'lines'
  const base = `${definition.area}.documents.${definition.name}`
  const currency = viewOf(definition).currency
  return {
    name: `${definition.name}.${table}`,
    path: `${definition.api}/${table}/export`,
    filters: { formInstanceId: Type.Optional(Type.String({ maxLength: 40 })) },
    isClosed: true,
    ...(document.secretRights ? { readsBy: document.secretRights() } : {}),
    viewRight: definition.viewRight,
    right: definition.viewRight.replace(/\.view$/, '.export'),
    title: (language) => `${textAt(language, `${base}.label`)} - ${textAt(language, `${base}.fields.${table}`)}`,
    filterTitle: words('document'),
    columns: columnsOf(definition, base, currency !== null),
    async query(tx, reader, { filters }) {
      const asked = (filters['formInstanceId'] ?? '') as string
      const instance = await visibleInstance(tx, reader, documents, asked)
      // Another type has a lines export of its own.
      if (instance.document !== document) throw new Refused(documentErrors.notFound())
      const { document_id: id, round } = instance
      const here = atPlace(reader.principal, instance.scope_id)
      const header = (await tx.first(headerOfRound(id, round)))?.header ?? {}
      const text = (path: string) => textAt(reader.language, `${base}.${path}`)
      return {
        rows: lineSqlOf(definition).read(id, round),
        count: lineSqlOf(definition).count(id, round),
        async rowsOf(rows) {
          const stored = linesOfRows(definition, rows)
          // Author or not, the file contains no more than an approver's page.
          const to = { principal: here, isDrafter: false }
          const lines = linesShownTo(document.definition, to, header, stored, definition)
          const names = definition.part
            ? await document.names(tx, reader.language, [header], [], undefined, { [table]: lines })
            : await document.names(tx, reader.language, [header], lines)
          const reading = { fields: definition.lines, names, text, style: 'coded' } as const
          return lines.map((line, index) => ({
            lineNo: rows[index]?.['line_no'],
            currency: currency === null ? null : (header[currency] ?? null),
            texts: Object.fromEntries(
              Object.keys(line).map((name) => [
                name,
                // A number stays a number: its unit is in the title.
                definition.lines[name]?.exact
                  ? valueText(definition.lines, name, line)
                  : writtenFact(reading, name, line),
              ]),
            ),
          }))
        },
      }
    },
  }
}

const KINDS: Readonly<Record<string, CellKind>> = {
  money: 'amount',
  code: 'text',
  choice: 'text',
  text: 'text',
  date: 'day',
  decimal: 'decimal',
  ladder: 'text',
  list: 'text',
}

/** Columns by the definition's names; two codes that form one key are one column. */
function columnsOf(definition: AnyDocument, base: string, hasCurrency: boolean): readonly ExportColumn[] {
  const seconds = new Set(Object.values(definition.lines).map(({ joins }) => joins))
  const fields = Object.entries(definition.lines).filter(([name]) => !seconds.has(name))
  return [
    exportColumn<Row>('lineNo', 'integer', words('lineNo'), (row) => row.lineNo),
    ...fields.map(([name, field]) =>
      exportColumn<Row>(
        name,
        isCount(field) ? 'integer' : (KINDS[field.kind] ?? 'text'),
        (language) => {
          const title = textAt(language, `${base}.${lineFieldsPath(definition)}.${name}`)
          return isPercent(field) ? inPercent(title) : title
        },
        isCount(field) ? (row) => countOf(row.texts[name]) : (row) => row.texts[name] || null,
        field.kind === 'money' && hasCurrency ? { beside: 'currency' } : {},
      ),
    ),
    ...(hasCurrency ? [exportColumn<Row>('currency', 'code', words('currency'), (row) => row.currency)] : []),
  ]
}

/** A quantity is a number, so that a spreadsheet can total it. */
function countOf(text: string | undefined): number | null {
  return text ? Number(text) : null
}
