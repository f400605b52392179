import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../../client/i18n.ts'

/** The frame around an act's form: a dialog on the desktop, a sheet on the phone. */
export interface FrameProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly action: {
    readonly text: string
    readonly act: () => void
    readonly isRunning?: boolean
    readonly isDanger?: boolean
  }
  /** Uses the full height, for a list to search in. */
  readonly isTall?: boolean
  /** Replaces the text of `cancel` beside the action. */
  readonly cancelText?: string
}

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
