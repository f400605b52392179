import { textAt } from '#kernel/base/i18n/texts.ts'
import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { ItemAddress } from '#kernel/engine/definition/items.ts'
import { itemAddress, itemPlace } from '#kernel/engine/items/item-place.ts'
import { type StoredItem, itemsOf, itemStore } from '#kernel/engine/items/item-store.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { exports as en } from '#kernel/platform/exports/locale/exports.en.ts'
import { exports as zh } from '#kernel/platform/exports/locale/exports.zh.ts'
import { wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'

const words = wordsOf(overridableTexts('exports', { en, zh }))

/** The files of a document's items, each with its outcome: all of them, and those that fail. Numbers are text, so that no spreadsheet rounds them. */
export function itemExports(definition: AnyDocument): readonly ListExport[] {
  const base = `${definition.area}.documents.${definition.name}`
  const store = itemStore(definition)
  const { calls } = itemsOf(definition)
  const file = (name: 'allItems' | 'failedItems', path: string): ListExport => ({
    name: `${definition.name}.${name}`,
    path,
    filters: itemAddress,
    isClosed: true,
    viewRight: definition.viewRight,
    right: definition.viewRight.replace(/\.view$/, '.export'),
    title: (language) => `${textAt(language, `${base}.label`)} - ${words(name)(language)}`,
    filterTitle: words('document'),
    columns: [
      { key: 'no', kind: 'integer', title: words('lineNo') },
      { key: 'number', kind: 'text', title: words('itemNumber') },
      { key: 'group', kind: 'text', title: words('itemGroup') },
      { key: 'outcome', kind: 'text', title: words('outcome') },
      { key: 'why', kind: 'text', title: words('reason') },
      { key: 'detail', kind: 'text', title: words('document') },
    ],
    async query(tx, reader, { filters }) {
      const { id, round } = await itemPlace(tx, reader, definition, filters as ItemAddress)
      const isFailed = name === 'failedItems'
      return {
        rows: store.all(id, round, isFailed),
        count: store.countAll(id, round, isFailed),
        rowOf(row) {
          const { state, reason } = row as unknown as StoredItem
          return {
            ...row,
            outcome: words(`items.${state}`)(reader.language),
            why: reason === null ? null : textAt(reader.language, `${base}.reasons.${reason}`),
          }
        },
      }
    },
  })
  return [file('allItems', calls.export), file('failedItems', calls.failExport)]
}
