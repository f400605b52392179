import { expect, it } from 'vitest'
import { transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { type Language, languages } from '#kernel/base/i18n/language.ts'
import type { ApplyRow, UndoRow } from '#kernel/services/imports/import-definition.ts'
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

  it('the export of the record can be read back as the same values', async () => {
    const { server, call, checked, importer } = its()
    for (const language of languages) {
      const asked = await call<{ downloadUrl: string }>(ADMIN, record, 'export', {}, language)
      expect(asked.status).toBe(200)
      const { bytes } = await server.fetch(null, asked.data.downloadUrl)
      const rows = readBack(record, await readSheet(bytes, LIMITS), language)
      const { data } = await call<{ recordTotal: number }>(ADMIN, record, 'count', {})
      expect(rows.length).toBe(data.recordTotal)
      const plans = await checked(record, await importer(ADMIN, language), rows)
      expect(plans.filter((plan) => !('action' in plan && plan.action === 'same'))).toEqual([])
    }
  })
}
