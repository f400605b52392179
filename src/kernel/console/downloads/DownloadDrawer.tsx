import { Dialog } from '#kernel/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'
import { DownloadCenter } from './DownloadCenter.tsx'

/** The download centre beside the page that one is on. */
export function DownloadDrawer({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      shape="drawer"
      width={1040}
      title={pageText('downloads.title')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
    >
      <DownloadCenter />
    </Dialog>
  )
}
