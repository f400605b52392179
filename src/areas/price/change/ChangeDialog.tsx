import { Button } from 'antd'
import type { ReactNode } from 'react'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'

interface ChangeDialogProps {
  readonly title: string
  readonly width: number
  /** The button that does it. */
  readonly submit: string
  readonly isRunning: boolean
  readonly isDisabled: boolean
  readonly onSubmit: () => Promise<void>
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** A question about chosen prices, answered by the button at its foot or by Enter. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, width, submit, isRunning, isDisabled, onSubmit, onCancel, children } = props
  return (
    <Dialog
      title={title}
      closeLabel={pageText('common.close')}
      width={width}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{pageText('common.cancel')}</Button>
          <Button type="primary" loading={isRunning} disabled={isDisabled} onClick={() => void onSubmit()}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        className="change-prices"
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
