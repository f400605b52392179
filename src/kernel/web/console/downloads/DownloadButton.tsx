import { useEffect } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { offerCenter } from './tell-processing.ts'
import { type Running, useRunning } from './use-running.ts'
import './download-button.css'

const loadDrawer = async () => (await import('./DownloadDrawer.tsx')).DownloadDrawer

/** Opens the download centre from anywhere; shows how many of the person's tasks run, and whether one waits for them. */
export function DownloadButton() {
  const running = useRunning()
  const { Dialog, open, close } = useLazyDialog(loadDrawer)
  useEffect(() => offerCenter(open), [open])
  const count = running.working + running.waiting
  const label = labelOf(running)
  return (
    <>
      <button type="button" className="top-button download-button" aria-label={label} title={label} onClick={open}>
        <Icon name="download" />
        {count > 0 ? (
          <span className={running.waiting > 0 ? 'download-badge is-waiting' : 'download-badge'} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        ) : null}
      </button>
      {Dialog ? <Dialog onClose={close} /> : null}
    </>
  )
}

function labelOf({ working, waiting }: Running): string {
  if (waiting > 0) return pageText('downloads.titleBusy', { working, waiting })
  return working > 0 ? pageText('downloads.titleRunning', { count: working }) : pageText('downloads.title')
}
