import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { pageText } from '../client/i18n.ts'
import { Banner } from '../Banner.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { settingText } from './setting-text.ts'
import type { DraftWork } from './use-draft.ts'

interface ConflictProps {
  readonly by: string
  readonly at: string
  readonly work: DraftWork<unknown>
  readonly onTheirs: () => void
}

/** Another person changed the draft meanwhile. */
export function ConflictBanner({ by, at, work, onTheirs }: ConflictProps) {
  return (
    <Banner
      kind="warning"
      action={
        <span className="setting-conflict">
          <Button size="small" onClick={onTheirs}>
            {settingText('editor.conflictTheirs')}
          </Button>
          <Button size="small" onClick={() => void work.keepMine()}>
            {settingText('editor.conflictMine')}
          </Button>
        </span>
      }
    >
      <strong>{settingText('editor.conflictTitle')}</strong>{' '}
      {settingText('editor.conflictText', { by, time: formatTime(at) })}
    </Banner>
  )
}

interface ConfirmationProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly isDanger?: boolean
  readonly onClose: () => void
  readonly act: () => Promise<void>
  readonly children?: ReactNode
}

/** Asks before the draft is discarded or published. */
export function Confirmation({ title, text, action, isDanger = false, onClose, act, children }: ConfirmationProps) {
  const [isRunning, setRunning] = useState(false)
  return (
    <Dialog
      title={title}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      width={children ? 760 : 460}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button
            type="primary"
            danger={isDanger}
            loading={isRunning}
            onClick={() => {
              setRunning(true)
              // The call has shown a refusal; the dialog stays for another try.
              act().then(onClose, () => setRunning(false))
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
    </Dialog>
  )
}
