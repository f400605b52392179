import { sheetDeskText } from './sheet-desk-text.ts'
import { type ReactNode, useMemo } from 'react'
import { amountText, readAmount, sumAmounts } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { pageText } from '../client/i18n.ts'
import type { GridSheetRow } from './sheet-state.ts'

/** The column totalled under the lines; `computed` where it is not typed. */
export interface SheetSum {
  readonly key: string
  readonly currency: string
  readonly computed?: (row: number) => string | null
}

interface SheetFootProps {
  readonly rows: readonly GridSheetRow[]
  readonly sum: SheetSum | null
  /** The error of the active cell. */
  readonly error: string | null
  readonly note: ReactNode
  readonly errorId: string
}

/** Below the lines: the error or note of the active cell, and the total. */
export function SheetFoot({ rows, sum, error, note, errorId }: SheetFootProps) {
  const key = sum?.key ?? ''
  const computed = sum?.computed
  const total = useMemo(
    () =>
      amountText(sumAmounts(rows.flatMap((row, at) => readable(computed ? (computed(at) ?? '') : row.values[key])))),
    [rows, key, computed],
  )
  return (
    <div className="sheet-foot">
      <span id={errorId} className={error ? 'field-error' : 'quiet'} aria-live="polite">
        {error ?? (note ? null : sheetDeskText('pasteHint'))} {note}
      </span>
      <span>
        {pageText('list.rows', { count: rows.length })}
        {sum ? (
          <strong>
            {pageText('sheet.sum')} <Amount value={total} currency={sum.currency} />
          </strong>
        ) : null}
      </span>
    </div>
  )
}

function readable(text: string | undefined) {
  const value = readAmount(text ?? '')
  return typeof value === 'string' ? [] : [value]
}
