import { Icon } from '#kernel/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { useRunning } from './use-running.ts'
import './download-button.css'

const loadDrawer = async () => (await import('./DownloadDrawer.tsx')).DownloadDrawer

/** Opens the download centre from anywhere; says how many of the person's tasks run. */
export function DownloadButton() {
  const running = useRunning()
  const { Dialog, open, close } = useLazyDialog(loadDrawer)
  const label = running > 0 ? pageText('downloads.titleRunning', { count: running }) : pageText('downloads.title')
  return (
    <>
      <button type="button" className="top-button download-button" aria-label={label} title={label} onClick={open}>
        <Icon name="download" />
        {running > 0 ? (
          <span className="download-badge" aria-hidden="true">
            {running > 99 ? '99+' : running}
          </span>
        ) : null}
      </button>
      {Dialog ? <Dialog onClose={close} /> : null}
    </>
  )
}
