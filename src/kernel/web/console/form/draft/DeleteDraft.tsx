import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../../client/i18n.ts'
import { notify } from '../../client/live/notices.ts'
import { useTab } from '../../shell/tabs/tab-context.ts'

interface DeleteDraftProps {
  readonly disabled: boolean
  readonly remove: () => Promise<boolean>
}

/** Deletes the open draft, after the question of spec section 2, and closes its tab. */
export function DeleteDraft({ disabled, remove }: DeleteDraftProps) {
  const { close, setUnsaved } = useTab()
  const [isAsking, setAsking] = useState(false)
  const cancel = (): void => {
    setAsking(false)
    notify('info', pageText('list.cancelled'))
  }
  const confirm = async (): Promise<void> => {
    setAsking(false)
    if (!(await remove())) return
    notify('success', pageText('list.success'))
    // Unsaved input is discarded without a question.
    setUnsaved(null)
    close()
  }
  return (
    <>
      <Button type="text" danger disabled={disabled} onClick={() => setAsking(true)}>
        {pageText('list.deleteTitle')}
      </Button>
      {isAsking ? (
        <Dialog
          title={pageText('list.deleteTitle')}
          closeLabel={pageText('common.close')}
          width={420}
          onClose={cancel}
          footer={
            <>
              <Button onClick={cancel}>{pageText('common.cancel')}</Button>
              <Button type="primary" danger autoFocus onClick={() => void confirm()}>
                {pageText('list.deleteTitle')}
              </Button>
            </>
          }
        >
          <p>{pageText('list.deleteAsk')}</p>
        </Dialog>
      ) : null}
    </>
  )
}
