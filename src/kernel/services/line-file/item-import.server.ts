import { Type } from 'typebox'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { judgementOf, lockDraft } from '#kernel/engine/items/item-draft.ts'
import { type GivenNumber, itemsOf, itemStore } from '#kernel/engine/items/item-store.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { Columns } from '#kernel/platform/excel/columns.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { CheckedRow, ImportDefinition, Importer, UndoRow } from '#kernel/services/imports/import-definition.ts'

const AT_ONCE = 5_000
const KEY = 'number'

interface ItemFile {
  readonly definition: AnyDocument
  readonly titles: Readonly<
    Record<Language, { readonly title: string; readonly column: string; readonly notes: readonly string[] }>
  >
  readonly example: string
  /** What the text of a cell stands for: one number, or all those in a carton. */
  readonly numbersOf: (
    tx: Tx,
    importer: Importer,
    texts: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly GivenNumber[]>>
}

interface Added {
  readonly no: string
  readonly numbers: readonly string[]
}

/**
 * Puts the numbers of a file into a draft. Each is judged before anything is written, so that a file is taken as a whole or not at all, or, as the person
 * chooses, its good numbers with a workbook of the others.
 */
export function itemImport({ definition, titles, example, numbersOf }: ItemFile): ImportDefinition {
  const items = itemsOf(definition)
  const store = itemStore(definition)
  if (!items.file) throw new Error(`${definition.name} names no file of its items`)
  const columns: Columns = [
    {
      key: KEY,
      titles: { en: titles.en.column, zh: titles.zh.column },
      required: true,
      kind: 'text',
      maxLength: 64,
    },
  ]
  const idOf = ({ params }: Importer) => String(params['id'])
  const draftOf = (tx: Tx, importer: Importer) => lockDraft(tx, importer, definition, idOf(importer))
  const reasonOf = (reason: string) => `@${definition.area}.documents.${definition.name}.reasons.${reason}`
  return {
    name: items.file,
    right: definition.actions['save']!.right,
    title: (language) => titles[language].title,
    params: { id: Type.String({ pattern: '^[0-9]{1,18}$' }) },
    columns: () => columns,
    maxRows: items.most,
    rowsAtOnce: AT_ONCE,
    lists: async () => ({}),
    notes: (language) => titles[language].notes,
    example: { [KEY]: example },
    open: async (tx, importer) => void (await draftOf(tx, importer)),
    async check(tx, importer, rows) {
      const row = await draftOf(tx, importer)
      const texts = rows.map(({ values }) => values[KEY] ?? '')
      const given = await numbersOf(tx, importer, texts)
      const all = [...given.values()].flat().filter(({ fault }) => fault === null)
      const numbers = all.map(({ number }) => number)
      const judged = await tx.rows(store.outcomes(row.id, numbers, judgementOf(definition, row, importer.principal)))
      const reasons = new Map(judged.map(({ number, reason }) => [number, reason]))
      const known = new Set((await tx.rows(store.known(row.id, numbers))).map(({ number }) => number))
      return rows.map(({ row: place, values }): CheckedRow => {
        const text = values[KEY] ?? ''
        const its = given.get(text) ?? []
        const wrong = its
          .map(({ number, fault }) => fault ?? reasons.get(number) ?? null)
          .find((reason) => reason !== null)
        if (wrong !== undefined)
          return {
            row: place,
            errors: [{ row: place, column: KEY, ...documentErrors.itemFails({ reason: reasonOf(wrong) }) }],
          }
        const isKnown = its.every(({ number }) => known.has(number))
        return {
          row: place,
          action: isKnown ? 'same' : 'create',
          key: its.length === 1 ? its[0]!.number : text,
          before: isKnown ? values : null,
          after: values,
          basis: its.map(({ number }) => number),
        }
      })
    },
    async apply(tx, importer, rows) {
      const row = await draftOf(tx, importer)
      const numbersIn = ({ basis }: { readonly basis: unknown }) => basis as readonly string[]
      const numbers = rows.flatMap(numbersIn)
      await tx.run(
        store.put(
          row.id,
          numbers.map((number) => ({ number, fault: null })),
        ),
      )
      await tx.run(store.judge(row.id, numbers, judgementOf(definition, row, importer.principal)))
      await tx.run(store.count(row.id, 0))
      const { total = 0 } = (await tx.first(store.counts(row.id, 0))) ?? {}
      if (total > items.most) throw new Refused(documentErrors.tooManyItems({ most: items.most }))
      return rows.map((each) => ({ row: each.row, undo: { no: row.no, numbers: numbersIn(each) } satisfies Added }))
    },
    async undo(tx, importer, rows) {
      const row = await draftOf(tx, importer)
      const numbers = rows.flatMap(({ undo }) => (undo as Added).numbers)
      await tx.run(store.remove(row.id, numbers))
      await tx.run(store.judgeRest(row.id, judgementOf(definition, row, importer.principal)))
      await tx.run(store.count(row.id, 0))
      return rows.map(({ row: place }) => ({ row: place, undo: null }))
    },
    changes: [definition.name],
    result: (_importer, applied: readonly UndoRow[]) => {
      const no = (applied[0]?.undo as Added | undefined)?.no
      return no === undefined ? null : withQuery(definition.pages.edit, { applyNo: no })
    },
  }
}
