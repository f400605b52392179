import { Button } from 'antd'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { loadPartTexts, pageText } from '../client/i18n.ts'
import type { AddOrReplaceTexts } from './locale/add-or-replace.en.ts'

const text = await loadPartTexts<AddOrReplaceTexts>('addOrReplace', {
  en: () => import('./locale/add-or-replace.en.ts'),
  zh: () => import('./locale/add-or-replace.zh.ts'),
})

interface AddOrReplaceProps {
  /** Lines of the file, and filled ones of the sheet. */
  readonly read: number
  readonly held: number
  readonly file: string
  readonly onAdd: () => void
  readonly onReplace: () => void
  readonly onClose: () => void
}

/** Asks what becomes of the lines in the sheet when a file brings others. */
export function AddOrReplace({ read, held, file, onAdd, onReplace, onClose }: AddOrReplaceProps) {
  return (
    <Dialog
      title={text('title')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button danger onClick={onReplace}>
            {text('replace', { count: held })}
          </Button>
          <Button type="primary" autoFocus onClick={onAdd}>
            {text('add', { count: read })}
          </Button>
        </>
      }
    >
      <p>{text('hint', { read, held, file })}</p>
    </Dialog>
  )
}
