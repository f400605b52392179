import { useId, type ReactNode } from 'react'
import { usePageButtons } from '../document/page-buttons.ts'
import { ErrorBanner } from '../Banner.tsx'
import { ChannelTests } from './ChannelTests.tsx'
import { Failures } from './Failures.tsx'
import { TopicTable } from './TopicTable.tsx'
import { notifyText } from './notify-text.ts'
import { type NotificationSaveState, useSetting } from './use-setting.ts'
import { WhenFields } from './WhenFields.tsx'
import './notification-settings.css'

/** Which messages reach the person, by which channel and when. Every change is saved automatically. */
export default function NotificationSettingsPage() {
  const { setting, error, save, change, refetch } = useSetting()
  const holds = usePageButtons()
  return (
    <div className="notification-settings">
      <header className="page-head">
        <h1>{notifyText('settings')}</h1>
        <span className="quiet" role="status">
          {saveText(save)}
        </span>
      </header>
      {error ? (
        <ErrorBanner error={error} text={(reason) => notifyText('failed', { reason })} onRetry={refetch} />
      ) : null}
      {setting ? (
        <>
          <Part title={notifyText('channels.title')}>
            <ChannelTests channels={setting.channels} onSent={refetch} />
          </Part>
          <Part title={notifyText('what.title')} hint={notifyText('what.hint')}>
            <TopicTable
              choices={setting.choices}
              channels={setting.channels}
              onChange={(choices) => change({ choices })}
            />
          </Part>
          <Part title={notifyText('when.title')}>
            <WhenFields setting={setting} onChange={change} />
          </Part>
          {holds?.('approval.oversee') ? (
            <Part title={notifyText('failures.title')}>
              <Failures mayRetry={holds('approval.administer')} />
            </Part>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

function saveText(save: NotificationSaveState): string {
  switch (save.kind) {
    case 'none':
      return ''
    case 'saving':
      return notifyText('saving')
    case 'saved':
      return notifyText('saved')
    case 'failed':
      return notifyText('notSaved', { reason: save.reason })
  }
}

function Part({
  title,
  hint,
  children,
}: {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint ? <p className="quiet">{hint}</p> : null}
      {children}
    </section>
  )
}
