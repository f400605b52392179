import type { Channel, Kind, Topic } from '#kernel/services/notify/kinds.ts'
import { get, post, type CallOptions } from '../client/api.ts'
import { isPhone } from '../client/approval.ts'

export interface Notification {
  readonly id: string
  readonly kind: Kind
  readonly documentNo: string
  readonly title: string
  /** The event as a sentence. */
  readonly text: string
  readonly drafterName: string | null
  readonly opinion: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly at: string
  readonly readAt: string | null
  readonly url: string
  readonly mobileUrl: string
}

export interface Latest {
  readonly unread: number
  readonly records: readonly Notification[]
}

export interface NotificationQuestion {
  readonly kind?: Kind
  readonly unread?: boolean
  readonly page: number
  readonly limit: number
}

export interface NotificationPage extends Latest {
  readonly recordTotal: number
  readonly capped: boolean
}

export type Choices = Readonly<Record<Topic, Readonly<Record<Channel, boolean>>>>

export interface Rules {
  /** Null: the organisation's. */
  readonly zone: string | null
  readonly quiet: boolean
  readonly quietFrom: string
  readonly quietUntil: string
  /** 1 is Monday. */
  readonly weekdays: readonly number[]
  readonly quietOtherDays: boolean
  readonly digestTime: string
}

export interface ChannelState {
  readonly channel: Channel
  readonly isOn: boolean
  readonly address: string | null
  readonly lastTest: { readonly state: string; readonly error: string | null; readonly at: string } | null
}

export interface NotificationSetting extends Rules {
  readonly organisationZone: string
  readonly choices: Choices
  readonly channels: readonly ChannelState[]
}

export interface Failures {
  readonly waiting: number
  readonly late: number
  readonly failed: number
}

const BASE = '/aps/notification'
/** Errors that the page shows itself. */
const HANDLED = { handles: true } as const

export const notifyApi = {
  latest: () => get<Latest>(`${BASE}/latest`, HANDLED),
  page: (question: NotificationQuestion, options?: CallOptions) =>
    post<NotificationPage>(`${BASE}/queryPage`, question, { ...HANDLED, ...options }),
  read: (ids: readonly string[], unread: boolean) => post<{ changed: number }>(`${BASE}/read`, { ids, unread }),
  readAll: (upTo: string) => post<{ changed: number }>(`${BASE}/read-all`, { upTo }),
  setting: () => get<NotificationSetting>(`${BASE}/setting`, HANDLED),
  save: (setting: Rules & { readonly choices: Choices }) =>
    post<{ nextDigestAt: string }>(`${BASE}/setting`, setting, { ...HANDLED, outlivesPage: true }),
  failures: () => get<Failures | null>(`${BASE}/failures`, HANDLED),
  retry: (ids: readonly string[]) => post<{ changed: number }>(`${BASE}/failures/retry`, { ids }),
  test: (channel: Channel) => post<{ id: string }>(`${BASE}/test`, { channel }),
}

/** Keys in the query cache. Those beginning with `notifications` refetch at events; the list offers new rows. */
export const notifyKeys = {
  latest: () => ['notifications', 'latest'] as const,
  setting: () => ['notifications', 'setting'] as const,
  failures: () => ['notifications', 'failures'] as const,
  lists: () => ['notification-list'] as const,
  list: (question: NotificationQuestion) => ['notification-list', question] as const,
}

/** Address of a notification: on a phone the phone page, wherever the link is. */
export function notificationAddress(notification: Notification): string {
  return isPhone() ? notification.mobileUrl : notification.url
}

export const NOTIFICATIONS_PATH = '/notifications'
export const NOTIFICATION_SETTINGS_PATH = '/notifications/settings'
