import { useId, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { UNDELIVERED_PAGE } from '#kernel/services/monitor/failure-lists.ts'
import { KIND_GROUPS, type Channel, type KindGroup, type Topic } from '#kernel/services/notify/kinds.ts'
import { usePageButtons } from '../document/page-buttons.ts'
import { ErrorBanner } from '../Banner.tsx'
import { ChannelTests, canReach } from './ChannelTests.tsx'
import { notifyText } from './notify-text.ts'
import { type NotificationSaveState, useSetting } from './use-setting.ts'
import { WhenFields } from './WhenFields.tsx'
import { type ChannelState, type Choices, notifyApi, notifyKeys } from './notify-api.ts'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
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
              <Delivery />
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

interface TopicTableProps {
  readonly choices: Choices
  readonly channels: readonly ChannelState[]
  readonly onChange: (choices: Choices) => void
}

const GROUPS = Object.keys(KIND_GROUPS) as KindGroup[]

/** Kinds by channel. A channel that cannot reach the person is disabled and keeps its choices. */
function TopicTable({ choices, channels, onChange }: TopicTableProps) {
  const put = (topic: Topic, channel: Channel, isOn: boolean): void =>
    onChange({ ...choices, [topic]: { ...choices[topic], [channel]: isOn } })
  const row = (topic: Topic, label: string, hint?: string) => (
    <tr key={topic}>
      <th scope="row">
        {label}
        {hint ? <span className="quiet topic-hint">{hint}</span> : null}
      </th>
      {channels.map((state) => {
        const channel = notifyText(`channels.${state.channel}`)
        return (
          <td key={state.channel}>
            <Checkbox
              aria-label={notifyText('what.switch', { topic: label, channel })}
              checked={choices[topic][state.channel]}
              disabled={!canReach(state)}
              onChange={(isChecked) => put(topic, state.channel, isChecked)}
            />
          </td>
        )
      })}
    </tr>
  )
  return (
    <table className="topic-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{notifyText('what.title')}</span>
          </th>
          {channels.map(({ channel }) => (
            <th key={channel} scope="col">
              {notifyText(`channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      {GROUPS.map((group) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={1 + channels.length} className="topic-group">
              {notifyText(`groups.${group}`)}
            </th>
          </tr>
          {KIND_GROUPS[group].map((kind) => row(kind, notifyText(`kinds.${kind}`)))}
        </tbody>
      ))}
      <tbody className="topic-digest">{row('digest', notifyText('digest'), notifyText('digestHint'))}</tbody>
    </table>
  )
}

/** For operators: how many messages wait, and the list of those that were given up. */
function Delivery() {
  const { data, error, refetch } = useQuery({
    queryKey: notifyKeys.failures(),
    queryFn: notifyApi.failures,
    refetchOnMount: 'always',
  })
  if (error) {
    return (
      <ErrorBanner error={error} text={(reason) => notifyText('failed', { reason })} onRetry={() => void refetch()} />
    )
  }
  if (!data) return null
  return (
    <p className="quiet">
      {notifyText('failures.counts', { waiting: data.waiting, late: data.late })}
      {notifyText('failures.and')}
      <Link to={UNDELIVERED_PAGE}>{notifyText('failures.failed', { failed: data.failed })}</Link>
    </p>
  )
}
