import { CHANNELS, type Channel, type Topic, TOPICS } from './kinds.ts'

type Choices = Readonly<Record<Topic, Readonly<Record<Channel, boolean>>>>

/** A person's choices, where they differ from the defaults. */
export type ChosenSettings = Readonly<Partial<Record<Topic, Readonly<Partial<Record<Channel, boolean>>>>>>

/** When a person wants no messages, and when their digest comes; times are `08:30` in `zone`. */
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

/** For people without settings. */
export const DEFAULT_RULES: Omit<Rules, 'zone'> = {
  quiet: false,
  quietFrom: '20:00',
  quietUntil: '08:00',
  weekdays: [1, 2, 3, 4, 5],
  quietOtherDays: false,
  digestTime: '08:30',
}

/** Kinds that need no action stay in the product; a digest is too long for the chat. */
const OFF: Readonly<Partial<Record<Topic, readonly Channel[]>>> = {
  withdrawn: ['mail', 'chat'],
  commented: ['chat'],
  importEnded: ['mail', 'chat'],
  digest: ['chat'],
}

export function isWanted(chosen: ChosenSettings, topic: Topic, channel: Channel): boolean {
  return chosen[topic]?.[channel] ?? !OFF[topic]?.includes(channel)
}

/** Every choice, with defaults filled in. */
export function allChoices(chosen: ChosenSettings): Choices {
  return Object.fromEntries(
    TOPICS.map((topic) => [
      topic,
      Object.fromEntries(CHANNELS.map((channel) => [channel, isWanted(chosen, topic, channel)])),
    ]),
  ) as unknown as Choices
}

/** Only differences are stored, so that a new default reaches people who never chose. */
export function keptChoices(choices: Choices): ChosenSettings {
  const differing = TOPICS.flatMap((topic) => {
    const channels = CHANNELS.filter((channel) => choices[topic][channel] !== isWanted({}, topic, channel))
    return channels.length === 0
      ? []
      : [[topic, Object.fromEntries(channels.map((channel) => [channel, choices[topic][channel]]))]]
  })
  return Object.fromEntries(differing) as ChosenSettings
}
