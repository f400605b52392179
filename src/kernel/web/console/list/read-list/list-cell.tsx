import type { ReactNode } from 'react'
import { columnValue, type ListColumn, plainText, wordOf } from '#kernel/engine/read-list/read-list.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime, timeText } from '#kernel/web/ui/time.ts'
import { listText } from './read-list-api.ts'

/** `/` stands for nothing (spec section 9). */
export function shownText<Row>(column: ListColumn<Row>, row: Row): string {
  return plainText(columnValue(column, row, listText)) || '/'
}

/** Zones differ by whole minutes, so that the seconds are those of the wire. */
const secondsOf = (iso: string): string => (iso === '' ? '' : `:${iso.slice(17, 19)}`)

/** A cell as its kind says, the same at both widths. */
export function drawnCell<Row>(column: ListColumn<Row>, row: Row): ReactNode {
  const value = columnValue(column, row, listText)
  const text = plainText(value)
  switch (column.kind) {
    case 'amount': {
      const { currency = null } = row as { readonly currency?: string }
      return <Amount value={text || null} currency={column.hasCurrency ? currency : null} />
    }
    case 'state': {
      const colour = column.colours?.[text]
      return colour ? <StateMark colour={colour} text={wordOf(column, value, listText) ?? ''} /> : '/'
    }
    case 'percent':
      return text === '' ? '/' : `${text} %`
    case 'word':
      return wordOf(column, value, listText) ?? '/'
    case 'time':
      return (
        <time title={timeText(text || null)}>
          {formatTime(text || null)}
          {column.hasSeconds ? secondsOf(text) : ''}
        </time>
      )
    case 'code':
    case 'day':
    case 'document':
      return <span className="code">{text || '/'}</span>
    case 'text':
    case 'number':
      return text || '/'
  }
}
