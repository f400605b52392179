import { useId, useState, type ComponentType } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { flowText } from '../flow-text.ts'
import type { FrameProps } from './DialogFrame.tsx'
import { LONGEST_PHRASE, MOST_PHRASES, useOwnPhrases } from './use-phrases.ts'
import './phrase-editor.css'

interface PhraseEditorProps {
  readonly Frame: ComponentType<FrameProps>
  readonly onClose: () => void
}

/** Editor of one's own phrases: add, change, sort, delete; saved when the dialog closes. */
export function PhraseEditor({ Frame, onClose }: PhraseEditorProps) {
  const { phrases, set } = useOwnPhrases()
  const [rows, setRows] = useState<readonly string[]>(phrases)
  const [added, setAdded] = useState('')
  const id = useId()
  const isTwice = rows.includes(added.trim())
  const isFull = rows.length >= MOST_PHRASES
  const add = (): readonly string[] => {
    const text = added.trim()
    if (text === '' || isTwice || isFull) return rows
    const next = [...rows, text]
    setRows(next)
    setAdded('')
    return next
  }
  const move = (from: number, to: number): void => {
    const row = rows[from]
    if (row !== undefined) setRows(rows.toSpliced(from, 1).toSpliced(to, 0, row))
  }
  const keep = (): void => {
    // Text left in the input field counts too.
    const all = [...new Set(add().map((row) => row.trim()))].filter(Boolean)
    set(all.length > 0 ? all : null)
    onClose()
  }
  return (
    <Frame title={flowText('phrasesTitle')} onClose={onClose} action={{ text: flowText('phrasesKeep'), act: keep }}>
      {rows.length === 0 ? <p className="quiet">{flowText('phrasesNone')}</p> : null}
      <ol className="phrase-rows">
        {rows.map((row, index) => (
          // Two may read the same while one is being written.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <input
              className="flow-input"
              value={row}
              maxLength={LONGEST_PHRASE}
              aria-label={flowText('phraseOf', { number: index + 1 })}
              onChange={(event) => setRows(rows.with(index, event.target.value))}
            />
            <RowButton
              icon="up"
              label={flowText('phraseUp', { phrase: row })}
              disabled={index === 0}
              act={() => move(index, index - 1)}
            />
            <RowButton
              icon="down"
              label={flowText('phraseDown', { phrase: row })}
              disabled={index === rows.length - 1}
              act={() => move(index, index + 1)}
            />
            <RowButton
              icon="trash"
              label={flowText('phraseDelete', { phrase: row })}
              act={() => setRows(rows.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <div className="phrase-add">
        <input
          className="flow-input"
          value={added}
          maxLength={LONGEST_PHRASE}
          disabled={isFull}
          aria-label={flowText('phraseNew')}
          placeholder={flowText('phraseNew')}
          aria-invalid={isTwice}
          aria-describedby={isTwice ? id : undefined}
          onChange={(event) => setAdded(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add()
          }}
        />
        <button type="button" className="flow-button" disabled={isFull || added.trim() === '' || isTwice} onClick={add}>
          {flowText('phraseAdd')}
        </button>
      </div>
      {isTwice ? (
        <p id={id} className="field-error" role="alert">
          {flowText('phraseTwice')}
        </p>
      ) : null}
      <p className="quiet phrase-note">
        {isFull ? flowText('phraseMost', { most: MOST_PHRASES }) : flowText('phrasesCommon')}
      </p>
    </Frame>
  )
}

interface RowButtonProps {
  readonly icon: 'up' | 'down' | 'trash'
  readonly label: string
  readonly disabled?: boolean
  readonly act: () => void
}

function RowButton({ icon, label, disabled = false, act }: RowButtonProps) {
  return (
    <button
      type="button"
      className="flow-icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  )
}
