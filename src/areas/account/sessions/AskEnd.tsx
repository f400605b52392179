import { Button } from 'antd'
import { useState } from 'react'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { notify } from '#kernel/web/console/client/live/notices.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { accountText } from './account-api.web.ts'

interface AskEndProps {
  readonly question: string
  readonly act: () => Promise<{ readonly ended: number }>
  /** Also called after a failure: the list shows the current state. */
  readonly onDone: () => void
}

/** Confirms before a session ends, because unsaved work in it is lost. */
export function AskEnd({ question, act, onDone }: AskEndProps) {
  const [isRunning, setRunning] = useState(false)
  const run = () => {
    setRunning(true)
    act()
      .then(({ ended }) => notify('success', accountText('sessions.ended', { count: ended })))
      // The call has shown the error.
      .catch(() => undefined)
      .finally(onDone)
  }
  return (
    <Dialog
      title={question}
      closeLabel={pageText('common.close')}
      onClose={onDone}
      width={420}
      footer={
        <>
          <Button onClick={onDone}>{accountText('sessions.cancel')}</Button>
          <Button danger type="primary" loading={isRunning} onClick={run}>
            {accountText('sessions.end')}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
