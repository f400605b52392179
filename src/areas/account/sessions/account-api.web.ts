import { get, post } from '#kernel/web/console/client/api.ts'
import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import type { AccountTexts } from '../locale/en.ts'

export interface SessionView {
  readonly id: string
  readonly kind: 'sso' | 'chat' | 'view'
  readonly userAccount: string
  readonly userName: string
  readonly viewerAccount: string | null
  readonly address: string | null
  readonly device: string | null
  readonly beganAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
  readonly isCurrent: boolean
}

export const accountText = areaTexts<AccountTexts>('account')

export const sessionApi = {
  mine: (signal: AbortSignal) => get<SessionView[]>('/api/v1/account/session/mine', { signal, handles: true }),
  endMine: (id: string | null) => post<{ ended: number }>('/api/v1/account/session/mine/end', { id }),
  page: (body: { keyword: string; page: number; limit: number }, signal: AbortSignal) =>
    post<{ records: SessionView[]; recordTotal: number }>('/api/v1/account/session/page', body, {
      signal,
      handles: true,
    }),
  end: (ids: readonly string[]) => post<{ ended: number }>('/api/v1/account/session/end', { ids }),
}

const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

/** Browser and system of a user agent. */
export function deviceText(device: string | null): string {
  if (device === null) return accountText('sessions.unknownDevice')
  const named = (list: readonly (readonly [RegExp, string])[]) => list.find(([like]) => like.test(device))?.[1]
  const known = [named(BROWSERS), named(SYSTEMS)].filter((part) => part !== undefined)
  return known.length > 0 ? known.join(' · ') : device.slice(0, 40)
}
