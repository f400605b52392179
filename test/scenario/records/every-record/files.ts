import { expect, it } from 'vitest'
import { transaction, type Tx } from '#kernel/platform/db/tx.ts'
import type { SheetContent } from '#kernel/platform/excel/cell.ts'
import type { CellError } from '#kernel/platform/excel/read/parse-rows.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { type Language, languages } from '#kernel/base/i18n/language.ts'
import type { ApplyRow, CheckedRow, UndoRow } from '#kernel/services/imports/import-definition.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { isMadeByFile } from '#kernel/engine/record/write/filed-fields.ts'
import { recordImport } from '#kernel/services/record-service/record-import.ts'
import { ADMIN, exampleOf, fileOf, LIMITS, readBack, type RecordWorld } from '#test/helpers/record-world.ts'

/** The example as a person writes it who has never seen a code. */
function inWords(record: AnyRecord, language: Language): ImportValues {
  const words = new Map(
    recordImport(record)
      .columns({})
      .map((column) => [column.key, column.words ?? {}]),
  )
  return Object.fromEntries(
    Object.entries(exampleOf(record)).map(([name, value]) => [
      name,
      words.get(name)?.[value ?? '']?.[language] ?? value,
    ]),
  )
}

const isAmbiguous = ({ key }: CellError) => key === 'excel.cellAmbiguous'

/** A file that has names alone where an export has codes beside them. */
function withNames(record: AnyRecord, { header, rows }: SheetContent): SheetContent {
  const titles = recordImport(record)
    .columns({})
    // A state may have another word there, which its day or values decide.
    .filter(({ key, isNamed, options }) => (isNamed || options) && key !== 'state')
    .flatMap((column) => Object.values(column.titles))
  const named = header.map((title) => titles.includes(title))
  return {
    header,
    rows: rows.map(({ row, cells }) => ({
      row,
      cells: cells.map((cell, place) => {
        const at = cell.kind === 'text' && named[place] ? cell.text.indexOf(' / ') : -1
        return at < 0 || cell.kind !== 'text' ? cell : { kind: 'text', text: cell.text.slice(at + 3).toUpperCase() }
      }),
    })),
  }
}

export function comesAndGoesAsFile(record: AnyRecord, its: () => RecordWorld): void {
  it('the import template of the record has an example row that can be imported and undone', async () => {
    const { server, pool, checked, importer } = its()
    const definition = recordImport(record)
    for (const language of languages) {
      const by = await importer(ADMIN, language)
      const { status, bytes } = await server.fetch(ADMIN, `/aps/template/import/${record.file}.xlsx`)
      expect(status).toBe(200)
      const { header } = await readSheet(bytes, LIMITS)
      const [values] = readBack(record, fileOf(record, header, exampleOf(record)), language)
      const check = () => checked(record, by, [values!])
      const [plan] = await check()
      // A record that needs a picture is made by a form.
      if (!isMadeByFile(record)) {
        expect(plan).toMatchObject({ errors: [{ key: 'record.notByFile', column: record.key }] })
        continue
      }
      expect(plan).toMatchObject({ action: 'create', before: null, after: exampleOf(record) })
      expect(readBack(record, fileOf(record, header, inWords(record, language)), language)).toEqual([values])
      if (!plan || !('key' in plan)) continue
      const row: ApplyRow = { row: 2, values: values!, action: 'create', key: plan.key, basis: null }
      const applied = await transaction(pool, (tx: Tx) => definition.apply(tx, by, [row]))
      expect(applied).toMatchObject([{ undo: { version: 1 } }])
      expect(await check()).toMatchObject([{ action: 'same' }])
      // A file with nothing but the key leaves everything as it is.
      const needed = definition
        .columns({})
        .filter(({ key, required }) => required || record.keyOf?.some((part) => part === key))
      const titles = needed.map((column) => column.titles[language])
      const [short] = readBack(record, fileOf(record, titles, exampleOf(record)), language)
      expect(await checked(record, by, [short!])).toMatchObject([{ action: 'same' }])
      const undone: UndoRow = { ...row, undo: 'undo' in applied[0]! ? applied[0].undo : null }
      expect(await transaction(pool, (tx: Tx) => definition.undo(tx, by, [undone]))).toMatchObject([{ undo: null }])
      expect(await check()).toMatchObject([{ action: 'create' }])
    }
  })

  it('the export of the record can be read back as the same values, by codes and by names alone', async () => {
    const { server, call, checked, importer } = its()
    for (const language of languages) {
      const asked = await call<{ downloadUrl: string }>(ADMIN, record, 'export', {}, language)
      expect(asked.status).toBe(200)
      const { bytes } = await server.fetch(null, asked.data.downloadUrl)
      const sheet = await readSheet(bytes, LIMITS)
      const rows = readBack(record, sheet, language)
      const { data } = await call<{ recordTotal: number }>(ADMIN, record, 'count', {})
      expect(rows.length).toBe(data.recordTotal)
      const by = await importer(ADMIN, language)
      const isSame = (plan: CheckedRow) => 'action' in plan && plan.action === 'same'
      expect((await checked(record, by, rows)).filter((plan) => !isSame(plan))).toEqual([])
      // With names in place of codes no row says anything else; names that several have are refused.
      const named = await checked(record, by, readBack(record, withNames(record, sheet), language))
      const others = named.filter((plan) => !isSame(plan))
      expect(others.filter((plan) => !('errors' in plan && plan.errors.some(isAmbiguous)))).toEqual([])
    }
  })
}
