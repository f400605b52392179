import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { clearErrorLog, loggedErrors, onErrorLog, type LoggedError } from '../client/error-log.ts'
import { loadPartTexts, pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { copyText } from '../client/share.ts'
import type { ErrorLogTexts } from './error-log.en.ts'
import './error-log-panel.css'

const logText = await loadPartTexts<ErrorLogTexts>('errorLog', {
  en: () => import('./error-log.en.ts'),
  zh: () => import('./error-log.zh.ts'),
})

/** Errors of this page since it was loaded, newest first, for support. */
export function ErrorLogPanel({ onClose }: { readonly onClose: () => void }) {
  const errors = useSyncExternalStore(onErrorLog, loggedErrors)
  return (
    <Dialog
      title={pageText('errorLog.title')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      shape="drawer"
      width={640}
      footer={
        <>
          <Button disabled={errors.length === 0} onClick={clearErrorLog}>
            {logText('clear')}
          </Button>
          <Button type="primary" disabled={errors.length === 0} onClick={() => copy(errors.map(textOf).join('\n\n'))}>
            {logText('copyAll')}
          </Button>
        </>
      }
    >
      {errors.length === 0 ? <p className="quiet">{logText('empty')}</p> : null}
      <ol className="error-log">
        {errors.map((error) => (
          <li key={error.id}>
            <Entry error={error} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function Entry({ error }: { readonly error: LoggedError }) {
  return (
    <article>
      <header>
        <time dateTime={error.at}>{formatTime(error.at)}</time>
        {error.times > 1 ? <span>{logText('times', { count: error.times })}</span> : null}
        <button type="button" className="link-button" onClick={() => copy(textOf(error))}>
          {pageText('common.copy')}
        </button>
      </header>
      <dl>
        <dt>{logText('message')}</dt>
        <dd className="error-log-message">{error.message}</dd>
        <dt>{logText('info')}</dt>
        <dd>{infoOf(error)}</dd>
        <dt>{logText('url')}</dt>
        <dd>{error.url}</dd>
      </dl>
      {error.stack ? (
        <details>
          <summary>{logText('stack')}</summary>
          <pre tabIndex={0}>{error.stack}</pre>
        </details>
      ) : null}
    </article>
  )
}

function infoOf({ info, part }: LoggedError): string {
  return logText(info, { part })
}

function textOf(error: LoggedError): string {
  return [error.at, error.message, infoOf(error), error.url, error.stack].filter(Boolean).join('\n')
}

function copy(text: string): void {
  void copyText(text).then(
    () => notify('success', pageText('message.copySuccess')),
    () => notify('error', pageText('message.copyFailed')),
  )
}
