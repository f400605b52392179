import { Button } from 'antd'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'

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
      title={pageText('form.addOrReplace')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button danger onClick={onReplace}>
            {pageText('form.replaceLines', { count: held })}
          </Button>
          <Button type="primary" autoFocus onClick={onAdd}>
            {pageText('form.addLines', { count: read })}
          </Button>
        </>
      }
    >
      <p>{pageText('form.addOrReplaceHint', { read, held, file })}</p>
    </Dialog>
  )
}
