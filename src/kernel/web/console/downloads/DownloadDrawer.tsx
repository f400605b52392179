import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'
import { DownloadCenter } from './DownloadCenter.tsx'
import type { DownloadTaskFilters } from './DownloadFilters.tsx'

/** The download centre as a drawer over the current page. */
export function DownloadDrawer({ onClose }: { readonly onClose: () => void }) {
  const { key } = useLocation()
  const [opened] = useState(key)
  const [filters, setFilters] = useState<DownloadTaskFilters>({})
  useEffect(() => {
    // A task has opened its page.
    if (key !== opened) onClose()
  }, [key, opened, onClose])
  return (
    <Dialog
      shape="drawer"
      width={1240}
      title={pageText('downloads.title')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
    >
      <DownloadCenter filters={filters} onFilters={setFilters} />
    </Dialog>
  )
}
