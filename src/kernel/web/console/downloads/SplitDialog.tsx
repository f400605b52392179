import { Button } from 'antd'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'
import { exportingText } from './exporting-text.ts'

interface SplitDialogProps {
  /** Message of the server's refusal. */
  readonly advice: string
  readonly onSplit: () => void
  readonly onClose: () => void
}

/** Too many rows for one file: the server's advice, and the offer to split. */
export function SplitDialog({ advice, onSplit, onClose }: SplitDialogProps) {
  return (
    <Dialog
      title={exportingText('tooMany')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>{pageText('downloads.cancel')}</Button>
          <Button
            type="primary"
            onClick={() => {
              onClose()
              onSplit()
            }}
          >
            {exportingText('split')}
          </Button>
        </>
      }
    >
      <p>{advice}</p>
      <p className="quiet">{exportingText('splitHint')}</p>
    </Dialog>
  )
}
