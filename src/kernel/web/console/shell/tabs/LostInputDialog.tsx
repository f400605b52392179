import { Button } from 'antd'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../../client/i18n.ts'

interface LostInputDialogProps {
  /** The tabs whose input the reload would lose; empty where unknown. */
  readonly titles: readonly string[]
  readonly onGoOn: () => void
  readonly onStay: () => void
}

/** Shown before a reload that would lose some input. */
export function LostInputDialog({ titles, onGoOn, onStay }: LostInputDialogProps) {
  return (
    <Dialog
      title={pageText('shell.lostTitle')}
      closeLabel={pageText('common.close')}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay}>{pageText('shell.leaveStay')}</Button>
          <Button danger onClick={onGoOn}>
            {pageText('shell.lostGoOn')}
          </Button>
        </>
      }
    >
      {titles.length > 0 ? (
        <>
          <p>{pageText('shell.lostText')}</p>
          <ul className="dialog-list">
            {titles.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{pageText('shell.lostSome')}</p>
      )}
    </Dialog>
  )
}
