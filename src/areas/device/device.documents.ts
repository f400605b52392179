import type { DocumentPlace } from '#kernel/engine/definition/document-place.ts'

/** The documents of devices by their part of the address (spec section 2). */
export const devicePlaces = {
  transfer: {
    area: 'device',
    name: 'deviceTransfer',
    folder: 'transfer',
    list: '/imei/pc/transfer',
    write: { pc: '/imei/pc/detail', mobile: '/imei/mobile/detail' },
  },
} as const satisfies Readonly<Record<string, DocumentPlace>>

export const deviceDocuments: readonly DocumentPlace[] = Object.values(devicePlaces)
