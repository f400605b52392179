import type { Language } from '#kernel/base/i18n/language.ts'
import { zonedTime } from '#kernel/base/clock/zoned-time.ts'
import type { ListExport, ListPaper, PaperColumn } from '#kernel/platform/exports/list-export.ts'
import { type FileTexts, textsIn } from './list-file.ts'
import { callOf, columnValue, type ListColumn, plainText, type ReadList, type TextOf, wordOf } from './read-list.ts'

// A list on paper: its columns as the page writes them.

function written<Row>(column: ListColumn<Row>, row: Row, text: TextOf, zone: string): string | null {
  const value = columnValue(column, row, text)
  const plain = plainText(value)
  if (column.words !== undefined) return wordOf(column, value, text)
  if (plain === '') return null
  if (column.kind === 'percent') return `${plain} %`
  return column.kind === 'time' ? zonedTime(new Date(plain), zone) : plain
}

/** Where the files of a list are fetched. */
export function placesOf<Row>(list: ReadList<Row>, given?: FileTexts): Pick<ListExport, 'path' | 'polled' | 'paper'> {
  return {
    path: callOf(list, 'export'),
    ...(list.polled === undefined ? {} : { polled: list.polled }),
    ...(list.paper ? { paper: paperOf(list, given) } : {}),
  }
}

/** The columns that are printed, in the order of the page. */
function paperOf<Row>(list: ReadList<Row>, given?: FileTexts): ListPaper {
  const texts = textsIn(given)
  const printed = list.columns.filter(({ only, isPrintHidden }) => only !== 'file' && !isPrintHidden)
  return {
    path: callOf(list, 'pdf'),
    per: list.paper?.per ?? [],
    columns: printed.map((column): PaperColumn => ({
      key: column.key,
      title: (language: Language) => texts(language)(column.title),
      isAmount: column.kind === 'amount',
      ...(column.right === undefined ? {} : { right: column.right }),
      text: (row, { language, zone }) => written(column, row as Row, texts(language), zone),
    })),
  }
}
