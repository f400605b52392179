import { CHANNELS, type Channel, type Topic, TOPICS } from './kinds.ts'

type Choices = Readonly<Record<Topic, Readonly<Record<Channel, boolean>>>>

/** What somebody chose, where it differs from the default. */
export type ChosenSettings = Readonly<Partial<Record<Topic, Readonly<Partial<Record<Channel, boolean>>>>>>

/** When somebody wants to be left alone, and when his digest comes; clock times are `08:30` in `zone`. */
export interface Rules {
  readonly zone: string
  readonly quiet: boolean
  readonly quietFrom: string
  readonly quietUntil: string
  /** 1 is Monday; never empty. */
  readonly weekdays: readonly number[]
  /** All of the other days is quiet as well. */
  readonly quietOtherDays: boolean
  readonly digestTime: string
}

/** For who has set up nothing. */
export const DEFAULT_RULES: Omit<Rules, 'zone'> = {
  quiet: false,
  quietFrom: '20:00',
  quietUntil: '08:00',
  weekdays: [1, 2, 3, 4, 5],
  quietOtherDays: false,
  digestTime: '08:30',
}

/** What nobody needs to act on stays in the product; in the chat a digest is too long to be read. */
const OFF: Readonly<Partial<Record<Topic, readonly Channel[]>>> = {
  withdrawn: ['mail', 'chat'],
  commented: ['chat'],
  digest: ['chat'],
}

export function isWanted(chosen: ChosenSettings, topic: Topic, channel: Channel): boolean {
  return chosen[topic]?.[channel] ?? !OFF[topic]?.includes(channel)
}

/** Every choice, defaults filled in. */
export function allChoices(chosen: ChosenSettings): Choices {
  return Object.fromEntries(
    TOPICS.map((topic) => [
      topic,
      Object.fromEntries(CHANNELS.map((channel) => [channel, isWanted(chosen, topic, channel)])),
    ]),
  ) as unknown as Choices
}

/** What is kept: only what differs, so that a new default reaches those who never chose. */
export function keptChoices(choices: Choices): ChosenSettings {
  const differing = TOPICS.flatMap((topic) => {
    const channels = CHANNELS.filter((channel) => choices[topic][channel] !== isWanted({}, topic, channel))
    return channels.length === 0
      ? []
      : [[topic, Object.fromEntries(channels.map((channel) => [channel, choices[topic][channel]]))]]
  })
  return Object.fromEntries(differing) as ChosenSettings
}
