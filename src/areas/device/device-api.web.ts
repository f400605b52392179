import { type CallOptions, post } from '#kernel/web/console/client/api.ts'
import type { DeviceDetail } from './device-schemas.ts'
import { DEVICE_PATH } from './device-wire.ts'

type Options = Omit<CallOptions, 'method' | 'body'>

/** By id, or by any of its numbers. */
export type DeviceKey = { readonly id: string } | { readonly number: string }

export const deviceApi = {
  detail: (key: DeviceKey, options: Options) => post<DeviceDetail>(`${DEVICE_PATH}/detail`, key, options),
}

export const PHONE_LIST = '/imei/mobile/component'

/** The device in an address: by id, or by a typed or scanned number; null where it has none. */
export function keyOf(query: URLSearchParams): DeviceKey | null {
  const id = query.get('id')
  if (id) return { id }
  const number = (query.get('number') ?? query.get('imei'))?.trim()
  return number ? { number } : null
}
