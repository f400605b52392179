import Button from 'antd-mobile/es/components/button'
import { useState } from 'react'
import { pageText } from '../client/i18n.ts'
import type { Act } from './DecisionBar.tsx'
import { Sheet } from './Sheet.tsx'
import './field-rows.css'
import './opinion-sheet.css'

interface OpinionSheetProps {
  readonly act: Act
  readonly opinion: string
  readonly isRunning: boolean
  /** Why the last try did not succeed; what was written stays. */
  readonly failure: string | null
  readonly onOpinion: (text: string) => void
  readonly onClose: () => void
  readonly onAct: () => void
}

/** As long as the server takes. */
const LONGEST = 1000

const TEXTS = {
  approve: {
    title: 'approval.agree',
    label: 'approval.opinion',
    missing: 'approval.opinionRequired',
    phrases: ['approval.phraseAgree', 'approval.phraseChecked', 'approval.phraseBudget'],
  },
  reject: {
    title: 'approval.reject',
    label: 'approval.reason',
    missing: 'approval.reasonRequired',
    phrases: ['phone.phraseAmount', 'phone.phrasePurpose', 'phone.phraseInfo'],
  },
  withdraw: { title: 'approval.withdrawTitle', label: 'approval.withdrawReason', missing: null, phrases: [] },
} as const

/** The opinion that an act needs (Q15, Q16), written or taken from a phrase. */
export function OpinionSheet({ act, opinion, isRunning, failure, onOpinion, onClose, onAct }: OpinionSheetProps) {
  const [isTried, setTried] = useState(false)
  const texts = TEXTS[act]
  const error = isTried && texts.missing && opinion.trim() === '' ? pageText(texts.missing) : null
  const verb = pageText(
    act === 'approve' ? 'approval.agree' : act === 'reject' ? 'approval.reject' : 'approval.withdraw',
  )
  const send = (): void => {
    setTried(true)
    if (texts.missing && opinion.trim() === '') document.querySelector<HTMLElement>('#opinion')?.focus()
    else onAct()
  }
  return (
    <Sheet
      title={pageText(texts.title)}
      onClose={onClose}
      footer={
        <Button
          block
          color={act === 'approve' ? 'primary' : 'danger'}
          loading={isRunning}
          loadingText={verb}
          disabled={isRunning}
          onClick={send}
        >
          {verb}
        </Button>
      }
    >
      {act === 'withdraw' ? <p>{pageText('approval.withdrawText')}</p> : null}
      <div className="phone-field">
        <label htmlFor="opinion">
          {pageText(texts.label)}
          {texts.missing ? (
            <span className="field-star" aria-hidden="true">
              *
            </span>
          ) : null}
        </label>
        <textarea
          id="opinion"
          rows={4}
          maxLength={LONGEST}
          value={opinion}
          aria-required={texts.missing !== null}
          aria-invalid={error !== null}
          aria-describedby={error ? 'opinion-error' : undefined}
          onChange={(event) => onOpinion(event.target.value)}
        />
        {error ? (
          <p id="opinion-error" className="field-error">
            {error}
          </p>
        ) : null}
      </div>
      {failure ? (
        <p className="field-error" role="alert">
          {failure}
        </p>
      ) : null}
      {texts.phrases.length > 0 ? (
        <div className="phrases" role="group" aria-label={pageText('approval.phrases')}>
          {texts.phrases.map((phrase) => (
            <button key={phrase} type="button" onClick={() => onOpinion(withPhrase(opinion, pageText(phrase)))}>
              {pageText(phrase)}
            </button>
          ))}
        </div>
      ) : null}
    </Sheet>
  )
}

function withPhrase(opinion: string, phrase: string): string {
  const text = opinion.trim()
  return (text === '' ? phrase : text.includes(phrase) ? text : `${text} ${phrase}`).slice(0, LONGEST)
}
