import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { type DeviceFinding, findingsOf, type FoundDevice } from '../device.rules.ts'
import { readDeviceNumber } from '../imei.ts'
import { deviceVisible, type DeviceViewer, viewerValues } from '../device-detail/viewer.server.ts'

interface FoundRow {
  readonly id: string
  readonly imei1: string | null
  readonly imei2: string | null
  readonly sn: string | null
  readonly sku_code: string
  readonly spu_code: string
  readonly status: string
  readonly is_demo: boolean
  readonly sold_out_at: Date | null
  readonly activated_at: Date | null
  readonly holder_type: string
  readonly holder_code: string
  readonly customer_code: string | null
  readonly store_code: string | null
  readonly received_at: Date | null
}

const named = prepared<FoundRow>(
  'device.named',
  `select d.id, d.imei1, d.imei2, d.sn, d.sku_code, d.spu_code, h.status, h.form = 'demo' as is_demo, h.sold_out_at, h.activated_at,
     p.holder_type, p.holder_code, p.customer_code, p.store_code, h.received_at
   from (select distinct device_id from device_number where number = any ($1::text[])) n
   join device d on d.id = n.device_id join device_holding h on h.device_id = d.id join device_place p on p.id = h.place_id
   where ${deviceVisible('d.id', 2)}`,
)

/**
 * Devices by any of their numbers, as typed: those that the viewer may see. A fact of a document, read by
 * `readDevices`.
 */
export function findDevices(viewer: DeviceViewer, numbers: readonly string[]): Statement<FoundRow> {
  const known = numbers.map(readDeviceNumber).flatMap((read) => (read.kind === 'fault' ? [] : [read.number]))
  return named([...new Set(known)], ...viewerValues(viewer))
}

/** Each requested number in order, with its device or the refusal. */
export function readDevices(rows: readonly FoundRow[], numbers: readonly string[], field?: string): DeviceFinding[] {
  return findingsOf(numbers, rows.map(deviceOf), field)
}

function deviceOf(row: FoundRow): FoundDevice {
  return {
    deviceId: row.id,
    imei1: row.imei1,
    imei2: row.imei2,
    sn: row.sn,
    skuCode: row.sku_code,
    spuCode: row.spu_code,
    status: row.status,
    isDemo: row.is_demo,
    soldOutAt: row.sold_out_at,
    activatedAt: row.activated_at,
    holderType: row.holder_type,
    holderCode: row.holder_code,
    customerCode: row.customer_code,
    storeCode: row.store_code,
    receivedAt: row.received_at,
  }
}
