import { useId, useState } from 'react'
import { entriesOf } from '#kernel/definition/code-list.ts'
import type { EditorProps } from './editor-props.ts'
import { openedText } from './opened-text.ts'
import './opened.css'

const SHOWN = 3

/** Codes one below the other, counted while they are pasted. On desktop and phone alike. */
export function ListEditor({ field, value, onChange }: EditorProps) {
  const [text, setText] = useState(() => entriesOf(value).join('\n'))
  const hint = useId()
  const entries = entriesOf(text)
  const twice = [...new Set(entries.filter((entry, at) => entries.indexOf(entry) !== at))]
  const change = (next: string): void => {
    setText(next)
    onChange(entriesOf(next).join(' '))
  }
  return (
    <div className="opened">
      <textarea
        className="opened-area"
        rows={12}
        spellCheck={false}
        autoComplete="off"
        aria-label={openedText('entries', { count: entries.length, max: field.list?.most ?? 0 })}
        aria-describedby={hint}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <p className="opened-foot" id={hint}>
        <span role="status">{openedText('entries', { count: entries.length, max: field.list?.most ?? 0 })}</span>
        <span className="opened-quiet">{openedText('pasteList')}</span>
      </p>
      {twice.length > 0 ? (
        <p className="opened-foot opened-wrong">
          <span>
            {openedText('twice', {
              entries: [...twice.slice(0, SHOWN), ...(twice.length > SHOWN ? ['…'] : [])].join(' '),
            })}
          </span>
          <button type="button" className="opened-link" onClick={() => change([...new Set(entries)].join('\n'))}>
            {openedText('removeTwice')}
          </button>
        </p>
      ) : null}
    </div>
  )
}
