import Button from 'antd-mobile/es/components/button'
import { useRef, useState } from 'react'
import { ApiError } from '../client/api.ts'
import { type Approval, type ApprovalAct, type PageAct, PAGE_ACTS } from '../client/approval.ts'
import type { NextTask } from '../client/document-api.ts'
import { pageText } from '../client/i18n.ts'
import { createIntent } from '../client/intent.ts'
import { notify } from '../client/notices.ts'
import { useKeptText } from '../use-kept-text.ts'
import { OpinionSheet } from './OpinionSheet.tsx'
import './action-bar.css'

export type Act = PageAct

interface DecisionBarProps {
  readonly approval: Approval
  /** Of the content that is shown: the decision is bound to it. */
  readonly contentHash: string
  readonly decide: (
    decision: 'approve' | 'reject',
    body: ApprovalAct,
    key: string,
  ) => Promise<{ readonly nextTask: NextTask | null }>
  readonly withdraw: (opinion: string, key: string) => Promise<unknown>
  readonly onActed: (act: Act, next: NextTask | null) => void
  /** The document or its approval is not any more what was shown. */
  readonly onStale: () => void
}

/** Agree, reject, withdraw: above the safe area, locked while a request runs. */
export function DecisionBar(props: DecisionBarProps) {
  const { allowed } = props.approval
  const [asked, setAsked] = useState<Act | null>(null)
  const [kept, setKept] = useKeptText(`opinions ${props.approval.formInstanceId}`)
  const opinions = (kept ? JSON.parse(kept) : {}) as Partial<Record<Act, string>>
  const onActed: DecisionBarProps['onActed'] = (done, next) => {
    setKept('')
    props.onActed(done, next)
  }
  const { running, failure, act } = useAct({ ...props, onActed }, () => setAsked(null))
  if (!PAGE_ACTS.some((act) => allowed.includes(act))) return null
  const opinion = asked ? (opinions[asked] ?? '') : ''
  return (
    <>
      <footer className="action-bar">
        {allowed.includes('withdraw') ? (
          <Button
            block
            loading={running === 'withdraw'}
            loadingText={pageText('approval.withdraw')}
            disabled={running !== null}
            onClick={() => setAsked('withdraw')}
          >
            {pageText('approval.withdraw')}
          </Button>
        ) : null}
        {allowed.includes('reject') ? (
          <Button
            block
            color="danger"
            fill="outline"
            loading={running === 'reject'}
            loadingText={pageText('approval.reject')}
            disabled={running !== null}
            onClick={() => setAsked('reject')}
          >
            {pageText('approval.reject')}
          </Button>
        ) : null}
        {allowed.includes('approve') ? (
          <Button
            block
            color="primary"
            loading={running === 'approve'}
            loadingText={pageText('approval.agree')}
            disabled={running !== null}
            onClick={() => setAsked('approve')}
          >
            {pageText('approval.agree')}
          </Button>
        ) : null}
      </footer>
      {asked ? (
        <OpinionSheet
          act={asked}
          opinion={opinion}
          isRunning={running !== null}
          failure={failure?.act === asked ? failure.text : null}
          onOpinion={(text) => setKept(JSON.stringify({ ...opinions, [asked]: text }))}
          onClose={() => setAsked(null)}
          onAct={() => void act(asked, opinion.trim())}
        />
      ) : null}
    </>
  )
}

function useAct(props: DecisionBarProps, close: () => void) {
  const [running, setRunning] = useState<Act | null>(null)
  const [failure, setFailure] = useState<{ readonly act: Act; readonly text: string } | null>(null)
  const [intent] = useState(createIntent)
  // State arrives with the next drawing; two taps can come before it.
  const isLocked = useRef(false)

  const act = async (chosen: Act, opinion: string): Promise<void> => {
    if (isLocked.current) return
    isLocked.current = true
    setRunning(chosen)
    setFailure(null)
    try {
      const next = await send(props, chosen, opinion, intent.keyFor([chosen, opinion, props.contentHash]))
      intent.answered()
      close()
      props.onActed(chosen, next)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      // Without an answer the key is kept: the next tap repeats this act, it does not begin another.
      if (!cause.isUnanswered) intent.answered()
      setFailure({ act: chosen, text: cause.message })
      if (cause.status === 409) {
        setFailure(null)
        close()
        props.onStale()
        notify(
          'warning',
          cause.refusal?.key === 'approval.contentChanged' ? pageText('approval.contentChanged') : cause.message,
        )
      }
    } finally {
      isLocked.current = false
      setRunning(null)
    }
  }
  return { running, failure, act }
}

async function send(props: DecisionBarProps, act: Act, opinion: string, key: string): Promise<NextTask | null> {
  const { approval, contentHash } = props
  if (act === 'withdraw') {
    await props.withdraw(opinion, key)
    return null
  }
  const body = { formInstanceId: approval.formInstanceId, taskId: approval.myTask?.taskId ?? '', contentHash, opinion }
  return (await props.decide(act, body, key)).nextTask
}
