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
  const body = useRef<HTMLTableSectionElement>(null)
  const latest = useRef({ rows, onChange, takeTyped })
  useEffect(() => {
    // The keys that opened the editor replace its first number.
    const {
      rows: [first, ...others],
      ...asked
    } = latest.current
    const typed = typedNumber(asked.takeTyped?.() ?? '').trim()
    if (first && typed !== '') {
      const next = [{ ...first, ...(others.length > 0 ? { below: typed } : { value: typed }) }, ...others]
      setRows(next)
      asked.onChange(textOfRows(next))
    }
    body.current?.querySelector('input')?.focus()
  }, [])
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
