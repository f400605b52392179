import { Checkbox } from 'antd'
import { KIND_GROUPS, type Channel, type KindGroup, type Topic } from '#kernel/services/notify/kinds.ts'
import { canReach } from './ChannelTests.tsx'
import type { ChannelState, Choices } from './notify-api.ts'
import { notifyText } from './notify-text.ts'

interface TopicTableProps {
  readonly choices: Choices
  readonly channels: readonly ChannelState[]
  readonly onChange: (choices: Choices) => void
}

const GROUPS = Object.keys(KIND_GROUPS) as KindGroup[]

/** Kinds by channel. A channel that cannot reach the person is disabled and keeps its choices. */
export function TopicTable({ choices, channels, onChange }: TopicTableProps) {
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
              onChange={(event) => put(topic, state.channel, event.target.checked)}
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
