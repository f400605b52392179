import { prepared } from '#kernel/platform/db/statement.ts'
import { deviceVisible } from './viewer.server.ts'

// A device to read: its product, custody, payments. `$1` is its id, or one of its numbers; $2 to $4 are the viewer's.

interface FactsRow {
  readonly id: string
  readonly imei1: string | null
  readonly imei2: string | null
  readonly sn: string
  readonly sku_code: string
  readonly sku_zh: string
  readonly sku_en: string
  readonly spu_code: string
  readonly material_code: string | null
  readonly colour: string | null
  readonly carton_sn: string | null
  readonly pallet_sn: string | null
  readonly produced_on: string
  readonly destination_country: string
  readonly is_registered: boolean
  readonly quality: 'good' | 'hold' | 'scrap'
  readonly is_demo: boolean
  readonly status: string
  readonly sold_out_at: Date | null
  readonly activated_on: string | null
  readonly activation_country: string | null
}

const FACTS = `select d.id, d.imei1, d.imei2, d.sn, d.sku_code, k.name_zh as sku_zh, k.name_en as sku_en, d.spu_code, d.material_code, d.colour,
     d.carton_sn, d.pallet_sn, d.produced_on::text, d.destination_country,
     exists (select from device_registration r where r.device_id = d.id and r.until is null) as is_registered,
     case when h.form in ('hold', 'scrap') then h.form else 'good' end as quality, h.form = 'demo' as is_demo, h.status, h.sold_out_at,
     h.activated_on::text, a.country as activation_country
   from device d join sku k on k.code = d.sku_code join device_holding h on h.device_id = d.id left join device_activation a on a.device_id = d.id`

export const deviceById = prepared<FactsRow>(
  'device.by-id',
  `${FACTS} where d.id = $1::bigint and ${deviceVisible('d.id', 2)}`,
)
export const deviceByNumber = prepared<FactsRow>(
  'device.by-number',
  `${FACTS} where d.id = (select device_id from device_number where number = $1) and ${deviceVisible('d.id', 2)}`,
)

export interface CustodyRow {
  readonly from_at: Date
  readonly until: Date | null
  readonly event: string
  readonly holder_type: string
  readonly holder_code: string
  readonly holder_zh: string | null
  readonly holder_en: string | null
  readonly scope_id: number
  readonly customer_code: string | null
  readonly store_code: string | null
  readonly document_no: string | null
  readonly order_no: string | null
  readonly price: string | null
  readonly currency: string | null
}

/** All intervals, newest first; the caller removes those that the reader may not see. */
export const custodyOf = prepared<CustodyRow>(
  'device.custody-of',
  `select c.from_at, c.until, c.event, c.holder_type, c.holder_code, coalesce(s.name_zh, w.name_zh, h.name_zh) as holder_zh,
     coalesce(s.name_en, w.name_en, h.name_en) as holder_en, c.scope_id, c.customer_code, c.store_code, c.document_no, c.order_no, c.price, c.currency
   from device_interval c
   left join customer h on c.holder_type in ('customer', 'dealer') and h.code = c.holder_code
   left join store s on c.holder_type = 'store' and s.code = c.holder_code
   left join warehouse w on c.holder_type = 'warehouse' and w.code = c.holder_code
   where c.device_id = $1 order by c.seq desc`,
)

export interface ClaimDetailRow {
  readonly scheme_type: string
  readonly document_no: string | null
  readonly document_type: string | null
  readonly form_instance_id: string | null
  readonly state: string
  readonly amount: string
  readonly currency: string
  readonly customer_code: string
  readonly held_at: Date
  readonly paid_at: Date | null
  readonly ended_at: Date | null
}

/** Claims on a device by customers whom the reader may see ($2, $3), newest first. */
export const claimsOfDevice = prepared<ClaimDetailRow>(
  'device.claims-of-device',
  `select k.scheme_type, i.document_no, i.document_type, k.document_id || '-' || k.round as form_instance_id, k.state, k.amount, k.currency,
     k.customer_code, k.held_at, k.paid_at, k.ended_at
   from device_claim k left join approval_instance i on i.document_id = k.document_id and i.round = k.round
   where k.device_id = $1 and ($2::int[] is null or k.scope_id = any ($2::int[]))
     and ($3::text[] is null or k.customer_code = any ($3::text[])) order by k.id desc`,
)
