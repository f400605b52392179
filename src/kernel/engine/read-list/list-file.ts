import { inPercent, moment } from '#kernel/platform/exports/export-columns.ts'
import type { ExportColumn, ExportRow, ListExport } from '#kernel/platform/exports/list-export.ts'
import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { CellInput } from '#kernel/platform/excel/sheet-cells.ts'
import { columnValue, type ListColumn, type ReadList, type TextOf, wordOf } from './read-list.ts'

// A list as a file: columns, title and filters are called as on the page.

/** By the first word of a path: the texts of a page in both languages, or the path of an area's under which they stand. */
export type FileTexts = Readonly<Record<string, Readonly<Record<Language, object>> | string>>

const CELLS = {
  text: 'text',
  code: 'code',
  document: 'code',
  word: 'text',
  state: 'text',
  number: 'integer',
  day: 'day',
  time: 'instant',
  amount: 'amount',
  percent: 'decimal',
} as const

/** Texts of the server and of pages by one path, in a language. */
export function textsIn(given: FileTexts = {}): (language: Language) => TextOf {
  const ofPages = Object.fromEntries(
    Object.entries(given).map(([name, texts]) => [
      name,
      typeof texts === 'string' ? texts : overridableTexts(name, texts),
    ]),
  )
  return (language) => (path) => {
    const [name = '', ...keys] = path.split('.')
    const texts = ofPages[name]
    if (texts === undefined) return textAt(language, path)
    if (typeof texts === 'string') return textAt(language, [texts, ...keys].join('.'))
    const found = keys.reduce<unknown>((node, key) => (node as ExportRow | undefined)?.[key], texts[language])
    return typeof found === 'string' ? found : path
  }
}

function cellOf<Row>(column: ListColumn<Row>, row: Row, text: TextOf): CellInput {
  const found = column.fileValue ? column.fileValue(row, text) : columnValue(column, row, text)
  if (column.words !== undefined) return wordOf(column, found, text)
  if (column.kind === 'time') return found instanceof Date ? found : moment(found as string | null)
  return found as CellInput
}

/** A column that is a field of the row is copied into the file without being read (decision 029). */
export function fileColumns<Row>(list: ReadList<Row>, given?: FileTexts): readonly ExportColumn[] {
  const texts = textsIn(given)
  const shown = list.columns.filter(({ only }) => only !== 'page')
  const order = list.fileOrder?.split(' ')
  const columns = order ? shown.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key)) : shown
  return columns.map((column): ExportColumn => {
    const { key, kind, title, isCodeInFile, right, reads, beside } = column
    const isOfField = (!column.value && !column.fileValue) || column.isFieldInFile === true
    const isField = isOfField && column.words === undefined && kind !== 'time'
    return {
      key,
      kind: isCodeInFile ? 'code' : CELLS[kind],
      title: (language) => (kind === 'percent' ? inPercent : String)(texts(language)(title)),
      ...(isField ? {} : { value: (row) => cellOf(column, row as Row, texts(row['language'] as Language)) }),
      ...(isOfField ? { reads: [key] } : reads === undefined ? {} : { reads: [reads] }),
      ...(right === undefined ? {} : { right }),
      ...(kind === 'amount' && list.columns.some((each) => each.key === 'currency') ? { beside: 'currency' } : {}),
      ...(beside === undefined ? {} : { beside }),
    }
  })
}

export function textsOfFile<Row>(list: ReadList<Row>, given?: FileTexts): Pick<ListExport, 'title' | 'filterTitle'> {
  const texts = textsIn(given)
  return {
    title: (language) => texts(language)(list.fileTitle ?? list.title),
    filterTitle(language, name) {
      const filter = list.filters.find((each) =>
        each.kind === 'dates' ? [`${each.name}From`, `${each.name}To`].includes(name) : each.name === name,
      )
      if (!filter) return name
      const title = texts(language)(filter.title)
      return filter.kind === 'dates' ? `${title} ${name.endsWith('From') ? '>=' : filter.isOfDays ? '<' : '<='}` : title
    },
  }
}
