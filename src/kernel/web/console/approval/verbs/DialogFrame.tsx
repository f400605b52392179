import { Button } from 'antd'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../../client/i18n.ts'
import type { FrameProps } from './frame.ts'

/** The dialog frame of an act on the desktop. */
export function DialogFrame({ title, onClose, children, action, cancelText }: FrameProps) {
  return (
    <Dialog
      title={title}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{cancelText ?? pageText('common.cancel')}</Button>
          <Button
            type="primary"
            danger={action.isDanger ?? false}
            loading={action.isRunning ?? false}
            onClick={action.act}
          >
            {action.text}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
