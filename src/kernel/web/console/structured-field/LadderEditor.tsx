import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { type LadderShape, tierValueOf } from '#kernel/engine/definition/ladder-shape.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { EditorProps } from './editor-props.ts'
import { structuredFieldText } from './structured-field-text.ts'
import {
  fromOf,
  pastedRows,
  rowsOf,
  settledNumber,
  textOfRows,
  type TierRow,
  typedNumber,
  withoutTier,
  withTier,
} from './tier-rows.ts'
import './structured-field.css'

/** Stacked tiers: each begins where the previous one ends, and the last has no end. For desktop and phone. */
export function LadderEditor({ field, value, values, currency, onChange, takeTyped }: EditorProps) {
  const [rows, setRows] = useState(() => rowsOf(value))
  const body = useTyped(rows, takeTyped, (next) => {
    setRows(next)
    onChange(textOfRows(next))
  })
  const { ladder } = field
  if (!ladder) return null
  const change = (next: readonly TierRow[]): void => {
    setRows(next)
    onChange(textOfRows(next))
  }
  const set = (at: number, part: Partial<TierRow>): void =>
    change(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = pastedRows(event.clipboardData.getData('text/plain'))
    if (!pasted) return
    event.preventDefault()
    change(pasted)
  }
  return (
    <div className="opened" onPaste={onPaste}>
      <table className="ladder-table">
        <thead>
          <tr>
            <th scope="col">{structuredFieldText('from')}</th>
            <th scope="col">{structuredFieldText('below')}</th>
            <th scope="col">
              {structuredFieldText('gives')} {unitName(ladder, values, currency)}
            </th>
            <th aria-hidden="true" />
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, at) => (
            // A tier has no name but its place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <td className="ladder-from">{fromOf(rows, at) || '…'}</td>
              <td>
                {at === rows.length - 1 ? (
                  <span className="ladder-open">{structuredFieldText('endless')}</span>
                ) : (
                  <NumberInput
                    label={structuredFieldText('belowOf', { tier: at + 1 })}
                    value={row.below}
                    onChange={(below) => set(at, { below })}
                  />
                )}
              </td>
              <td>
                <NumberInput
                  label={structuredFieldText('givesOf', { tier: at + 1 })}
                  value={row.value}
                  onChange={(next) => set(at, { value: next })}
                />
              </td>
              <td>
                <button
                  type="button"
                  className="structured-icon"
                  aria-label={structuredFieldText('removeTier', { tier: at + 1 })}
                  disabled={rows.length === 1}
                  onClick={() => change(withoutTier(rows, at))}
                >
                  <Icon name="trash" size={16} />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="structured-foot">
        <button
          type="button"
          className="structured-link"
          disabled={rows.length >= ladder.most}
          onClick={() => change(withTier(rows))}
        >
          <Icon name="plus" size={16} /> {structuredFieldText('addTier')}
        </button>
        <span className="structured-quiet">{structuredFieldText('pasteTiers')}</span>
      </p>
    </div>
  )
}

/** Focuses the first number; the keys that opened the editor replace it. */
function useTyped(
  rows: readonly TierRow[],
  takeTyped: EditorProps['takeTyped'],
  change: (rows: readonly TierRow[]) => void,
) {
  const body = useRef<HTMLTableSectionElement>(null)
  const latest = useRef({ rows, takeTyped, change })
  useEffect(() => {
    const {
      rows: [first, ...others],
      ...asked
    } = latest.current
    const typed = typedNumber(asked.takeTyped?.() ?? '').trim()
    if (first && typed !== '')
      asked.change([{ ...first, ...(others.length > 0 ? { below: typed } : { value: typed }) }, ...others])
    body.current?.querySelector('input')?.focus()
  }, [])
  return body
}

function unitName(ladder: LadderShape, values: EditorProps['values'], currency: string): string {
  const { unit } = tierValueOf(ladder, values)
  return unit === 'currency' ? currency : (unit ?? '')
}

interface NumberInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function NumberInput({ label, value, onChange }: NumberInputProps) {
  return (
    <input
      className="structured-input"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(typedNumber(event.target.value))}
      onBlur={() => {
        if (settledNumber(value) !== value) onChange(settledNumber(value))
      }}
    />
  )
}
