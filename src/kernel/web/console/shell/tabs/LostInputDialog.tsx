import { Button } from 'antd'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { loadPartTexts, pageText } from '../../client/i18n.ts'
import type { LostInputTexts } from './lost-input.en.ts'

const lostText = await loadPartTexts<LostInputTexts>('lostInput', {
  en: () => import('./lost-input.en.ts'),
  zh: () => import('./lost-input.zh.ts'),
})

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
      title={lostText('title')}
      closeLabel={pageText('common.close')}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay}>{pageText('shell.leaveStay')}</Button>
          <Button danger onClick={onGoOn}>
            {lostText('goOn')}
          </Button>
        </>
      }
    >
      {titles.length > 0 ? (
        <>
          <p>{lostText('text')}</p>
          <ul className="dialog-list">
            {titles.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{lostText('some')}</p>
      )}
    </Dialog>
  )
}
