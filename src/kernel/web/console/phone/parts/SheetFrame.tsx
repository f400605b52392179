import Button from 'antd-mobile/es/components/button'
import type { FrameProps } from '../../approval/verbs/DialogFrame.tsx'
import { Sheet } from './Sheet.tsx'
import '../document/field-rows.css'

/** The frame of an act on the phone. */
export function SheetFrame({ title, onClose, children, action, isTall, cancelText }: FrameProps) {
  return (
    <Sheet
      title={title}
      onClose={onClose}
      isTall={isTall ?? false}
      footer={
        <>
          {cancelText === undefined ? null : (
            <Button block onClick={onClose}>
              {cancelText}
            </Button>
          )}
          <Button
            block
            color={action.isDanger ? 'danger' : 'primary'}
            loading={action.isRunning ?? false}
            loadingText={action.text}
            disabled={action.isRunning ?? false}
            onClick={action.act}
          >
            {action.text}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  )
}
