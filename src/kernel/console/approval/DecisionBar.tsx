import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useId, useRef, useState } from 'react'
import { Dialog } from '#kernel/ui/Dialog.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { ApiError } from '../client/api.ts'
import type { Approval } from '../client/approval.ts'
import { pageText } from '../client/i18n.ts'
import { useShortcut } from '../shell/shortcuts.ts'
import { useKeptText } from '../use-kept-text.ts'
import '../document/action-bar.css'
import './decision-bar.css'

type Decision = 'approve' | 'reject'

interface DecisionBarProps {
  readonly approval: Approval
  /** Rejects when it failed: the opinion then stays as it was typed, and the bar says why. */
  readonly onDecide: (decision: Decision, opinion: string) => Promise<void>
  readonly onWithdraw: (reason: string) => Promise<void>
}

const MAX_OPINION = 1000

/** The bar at the bottom of an approval page. Buttons are locked while a request runs. */
export function DecisionBar({ approval, onDecide, onWithdraw }: DecisionBarProps) {
  const [isWithdrawing, setWithdrawing] = useState(false)
  const decides = approval.myTask !== null && approval.allowed.includes('approve')
  const withdraws = approval.allowed.includes('withdraw')
  if (!decides && !withdraws) return null
  return (
    <div className="action-bar" role="region" aria-label={pageText('approval.opinion')}>
      {decides ? <OpinionForm name={approval.formInstanceId} onDecide={onDecide} /> : null}
      {withdraws ? (
        <div className="action-bar-end">
          <Button icon={<Icon name="undo" />} onClick={() => setWithdrawing(true)}>
            {pageText('approval.withdraw')}
          </Button>
        </div>
      ) : null}
      {isWithdrawing ? (
        <WithdrawDialog name={approval.formInstanceId} onClose={() => setWithdrawing(false)} onWithdraw={onWithdraw} />
      ) : null}
    </div>
  )
}

interface OpinionFormProps extends Pick<DecisionBarProps, 'onDecide'> {
  readonly name: string
}

function OpinionForm({ name, onDecide }: OpinionFormProps) {
  const [opinion, setOpinion] = useKeptText(`opinion ${name}`)
  const [running, setRunning] = useState<Decision | null>(null)
  const [missing, setMissing] = useState<Decision | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  // Several documents may be open, each in its tab.
  const id = useId()
  const box = useRef<TextAreaRef>(null)
  const write = (text: string): void => {
    setOpinion(text)
    setMissing(null)
  }
  const decide = (decision: Decision): void => {
    if (opinion.trim() === '') {
      setMissing(decision)
      box.current?.focus()
      return
    }
    setRunning(decision)
    setFailure(null)
    onDecide(decision, opinion.trim())
      .then(() => setOpinion(''), setFailure)
      .finally(() => setRunning(null))
  }
  const isFree = running === null
  useShortcut('a', pageText('approval.agree'), () => decide('approve'), { isActive: isFree })
  useShortcut('r', pageText('approval.reject'), () => decide('reject'), { isActive: isFree })
  useShortcut('c', pageText('approval.opinion'), () => box.current?.focus())
  const phrases = [
    pageText('approval.phraseAgree'),
    pageText('approval.phraseChecked'),
    pageText('approval.phraseBudget'),
  ]
  return (
    <>
      <div className="opinion">
        <label htmlFor={id} className="unseen">
          {pageText(missing === 'reject' ? 'approval.reason' : 'approval.opinion')}
        </label>
        <Input.TextArea
          ref={box}
          id={id}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={MAX_OPINION}
          placeholder={pageText('approval.opinion')}
          value={opinion}
          status={missing ? 'error' : ''}
          aria-required
          aria-invalid={missing !== null}
          aria-describedby={missing ? `${id}-error` : undefined}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decide('approve')
          }}
        />
        {missing ? (
          <div className="field-error" id={`${id}-error`} role="alert">
            {pageText(missing === 'reject' ? 'approval.reasonRequired' : 'approval.opinionRequired')}
          </div>
        ) : null}
        <ActFailure cause={failure} />
        <div className="opinion-phrases" role="group" aria-label={pageText('approval.phrases')}>
          {phrases.map((phrase) => (
            <button key={phrase} type="button" className="link-button" onClick={() => write(phrase)}>
              {phrase}
            </button>
          ))}
        </div>
      </div>
      <div className="action-bar-end">
        <Button danger loading={running === 'reject'} disabled={running !== null} onClick={() => decide('reject')}>
          {pageText('approval.reject')}
        </Button>
        <Button
          type="primary"
          loading={running === 'approve'}
          disabled={running !== null}
          onClick={() => decide('approve')}
        >
          {pageText('approval.agree')}
        </Button>
      </div>
    </>
  )
}

interface WithdrawDialogProps extends Pick<DecisionBarProps, 'onWithdraw'> {
  readonly name: string
  readonly onClose: () => void
}

function WithdrawDialog({ name, onClose, onWithdraw }: WithdrawDialogProps) {
  const [reason, setReason] = useKeptText(`reason ${name}`)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  return (
    <Dialog
      title={pageText('approval.withdrawTitle')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button
            type="primary"
            loading={isRunning}
            onClick={() => {
              setRunning(true)
              setFailure(null)
              onWithdraw(reason.trim())
                .then(() => {
                  setReason('')
                  onClose()
                }, setFailure)
                .finally(() => setRunning(false))
            }}
          >
            {pageText('approval.withdraw')}
          </Button>
        </>
      }
    >
      <p>{pageText('approval.withdrawText')}</p>
      <label className="field dialog-field">
        <span className="field-head">{pageText('approval.withdrawReason')}</span>
        <Input.TextArea
          value={reason}
          maxLength={MAX_OPINION}
          autoSize={{ minRows: 2, maxRows: 5 }}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <ActFailure cause={failure} />
    </Dialog>
  )
}

/** Stays until the next try: whether the act arrived may not be known, and pressing again is safe (intent.ts). */
function ActFailure({ cause }: { readonly cause: unknown }) {
  if (cause === null) return null
  const requestId = cause instanceof ApiError ? cause.requestId : ''
  return (
    <div className="field-error" role="alert">
      {cause instanceof Error ? cause.message : pageText('http.unknown')}{' '}
      {requestId ? pageText('common.requestId', { id: requestId }) : null}
    </div>
  )
}
