import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useId, useState } from 'react'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { post } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import { createIntent, underIntent } from '../client/intent.ts'
import { notify } from '../client/live/notices.ts'
import { useKeptText } from '../use-kept-text.ts'
import { taskText } from './task-texts.ts'
import { useFirstFocus } from './use-first-focus.ts'

interface CommentDialogProps {
  readonly row: InboxRow
  readonly onClose: () => void
}

/** Comments on the approval without leaving the list. */
export function CommentDialog({ row, onClose }: CommentDialogProps) {
  const id = useId()
  const field = useFirstFocus<TextAreaRef>()
  const [text, setText] = useKeptText(`comment ${row.formInstanceId}`)
  const [isTried, setTried] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState('')
  const [intent] = useState(createIntent)
  const isMissing = isTried && text.trim() === ''
  const problem = isMissing ? taskText('commentMissing') : failure
  const send = async (): Promise<void> => {
    setTried(true)
    const opinion = text.trim()
    if (opinion === '' || isRunning) return
    setRunning(true)
    setFailure('')
    const { formInstanceId, taskId } = row
    const body = { formInstanceId, ...(taskId ? { taskId } : {}), opinion }
    try {
      await underIntent(intent, body, (idempotencyKey) =>
        post('/aps/bpm/task/comment', body, { idempotencyKey, handles: true }),
      )
      setText('')
      notify('success', taskText('commented', { no: row.documentNo }))
      onClose()
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : pageText('http.unknown'))
      setRunning(false)
    }
  }
  return (
    <Dialog
      title={taskText('commentTitle', { no: row.documentNo })}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button type="primary" loading={isRunning} onClick={() => void send()}>
            {taskText('comment')}
          </Button>
        </>
      }
    >
      <label className="field dialog-field" htmlFor={id}>
        <span className="field-head">{taskText('commentText')}</span>
      </label>
      <Input.TextArea
        id={id}
        ref={field}
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={1000}
        value={text}
        aria-required
        aria-invalid={problem !== ''}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
      />
      {problem ? (
        <div className="field-error" id={`${id}-error`} role="alert">
          {problem}
        </div>
      ) : null}
    </Dialog>
  )
}
