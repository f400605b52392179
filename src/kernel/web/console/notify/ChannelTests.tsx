import { Button } from 'antd'
import { useState } from 'react'
import type { Channel } from '#kernel/services/notify/kinds.ts'
import { shortTimeText } from '#kernel/web/ui/time.ts'
import { type ChannelState, notifyApi } from './notify-api.ts'
import { notifyText } from './notify-text.ts'

/** Each channel, its address, and a test message. */
export function ChannelTests({
  channels,
  onSent,
}: {
  readonly channels: readonly ChannelState[]
  readonly onSent: () => void
}) {
  const [asked, setAsked] = useState<Channel | null>(null)
  const test = (channel: Channel): void => {
    setAsked(channel)
    // The call has shown a refusal; the result arrives by live event.
    void notifyApi
      .test(channel)
      .catch(() => undefined)
      .then(() => {
        setAsked(null)
        onSent()
      })
  }
  return (
    <ul className="channel-list">
      {channels.map((state) => {
        const name = notifyText(`channels.${state.channel}`)
        const isRunning = asked === state.channel || isUnderWay(state)
        return (
          <li key={state.channel}>
            <strong>{name}</strong>
            <span className={canReach(state) ? '' : 'quiet'}>{whereText(state)}</span>
            {canReach(state) ? (
              <>
                <span className="quiet channel-test" role="status">
                  {isRunning ? notifyText('channels.testWaiting') : testText(state)}
                </span>
                <Button
                  disabled={isRunning}
                  aria-label={notifyText('channels.testOf', { channel: name })}
                  onClick={() => test(state.channel)}
                >
                  {notifyText('channels.test')}
                </Button>
              </>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

export function canReach({ isOn, address }: ChannelState): boolean {
  return isOn && address !== null
}

function whereText({ isOn, address }: ChannelState): string {
  if (!isOn) return notifyText('channels.off')
  return address ?? notifyText('channels.noAddress')
}

function isUnderWay({ lastTest }: ChannelState): boolean {
  return lastTest?.state === 'gathering' || lastTest?.state === 'sending'
}

function testText({ lastTest }: ChannelState): string {
  if (!lastTest) return ''
  const time = shortTimeText(lastTest.at)
  if (lastTest.state === 'sent') return notifyText('channels.testSent', { time })
  if (lastTest.state === 'failed') return notifyText('channels.testFailed', { time, error: lastTest.error ?? '' })
  return notifyText('channels.testDropped')
}
