import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { entriesOf } from '#kernel/engine/definition/code-list.ts'
import type { EditorProps } from './editor-props.ts'
import { structuredFieldText } from './structured-field-text.ts'
import './structured-field.css'

const SHOWN = 3

/** Codes one per line, counted while pasting. For desktop and phone. */
export function ListEditor({ field, value, onChange, takeTyped }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => entriesOf(value).join('\n'))
  const hint = useId()
  const entries = entriesOf(text)
  const twice = [...new Set(entries.filter((entry, at) => entries.indexOf(entry) !== at))]
  const change = (next: string): void => {
    setText(next)
    onChange(entriesOf(next).join(' '))
  }
  const latest = useRef({ change, takeTyped })
  // Runs before the dialog opens and takes the focus: a key pressed in between would be lost or inserted before those typed earlier.
  useLayoutEffect(() => {
    const typed = latest.current.takeTyped?.() ?? ''
    const { current } = area
    if (!current) return
    // Codes that were typed or scanned meanwhile go below those that are there. They are written at once, because another key may be
    // pressed before the next rendering.
    const next = [current.value, typed].filter(Boolean).join('\n')
    current.value = next
    current.setSelectionRange(next.length, next.length)
    // A dialog gives the focus to the element with this attribute when it opens.
    current.setAttribute('autofocus', '')
    if (typed !== '') latest.current.change(next)
  }, [])
  useEffect(() => area.current?.focus(), [])
  return (
    <div className="opened">
      <textarea
        ref={area}
        className="structured-area"
        rows={12}
        spellCheck={false}
        autoComplete="off"
        aria-label={structuredFieldText('entries', { count: entries.length, max: field.list?.most ?? 0 })}
        aria-describedby={hint}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <p className="structured-foot" id={hint}>
        <span role="status">
          {structuredFieldText('entries', { count: entries.length, max: field.list?.most ?? 0 })}
        </span>
        <span className="structured-quiet">{structuredFieldText('pasteList')}</span>
      </p>
      {twice.length > 0 ? (
        <p className="structured-foot structured-wrong">
          <span>
            {structuredFieldText('twice', {
              entries: [...twice.slice(0, SHOWN), ...(twice.length > SHOWN ? ['…'] : [])].join(' '),
            })}
          </span>
          <button type="button" className="structured-link" onClick={() => change([...new Set(entries)].join('\n'))}>
            {structuredFieldText('removeTwice')}
          </button>
        </p>
      ) : null}
    </div>
  )
}
