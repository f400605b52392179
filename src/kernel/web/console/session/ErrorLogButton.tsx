import { useSyncExternalStore } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { loggedErrors, onErrorLog } from '../client/error-log.ts'
import { pageText } from '../client/i18n.ts'
import { useLazyDialog } from './use-lazy-dialog.ts'
import './error-log-button.css'

const loadPanel = async () => (await import('./ErrorLogPanel.tsx')).ErrorLogPanel

/** The number of this page's errors, shown in the top bar once there is one. */
export function ErrorLogButton() {
  const errors = useSyncExternalStore(onErrorLog, loggedErrors)
  const { Dialog, open, close } = useLazyDialog(loadPanel)
  const label = pageText('errorLog.button', { count: errors.length })
  return (
    <>
      {errors.length > 0 ? (
        <button type="button" className="top-button error-log-button" aria-label={label} title={label} onClick={open}>
          <Icon name="alert" />
          <span aria-hidden="true">{errors.length}</span>
        </button>
      ) : null}
      {Dialog ? <Dialog onClose={close} /> : null}
    </>
  )
}
