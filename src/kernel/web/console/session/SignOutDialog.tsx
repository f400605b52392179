import { Button } from 'antd'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'

interface SignOutDialogProps {
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** Shown where some input could not be saved. */
export function SignOutDialog({ onStay, onLeave }: SignOutDialogProps) {
  return (
    <Dialog
      title={pageText('session.leaveTitle')}
      closeLabel={pageText('common.close')}
      onClose={onStay}
      footer={
        <>
          <Button danger onClick={onLeave}>
            {pageText('session.leaveDiscard')}
          </Button>
          <Button type="primary" onClick={onStay}>
            {pageText('session.leaveStay')}
          </Button>
        </>
      }
    >
      {pageText('session.leaveText')}
    </Dialog>
  )
}
