import { namedRows } from '#kernel/engine/document/named-rows.ts'
import { customerReference } from '../references.facade.ts'

/** A customer that another area's document names. */
export interface NamedCustomer {
  readonly code: string
  readonly isEnabled: boolean
  readonly areaId: number
  readonly countryCode: string
  /** A channel of the same area. */
  readonly channelCode: string | null
}

export const namedCustomers = namedRows<NamedCustomer>(customerReference, {
  name: 'customer.named',
  columns: {
    areaId: 'y.area_id',
    countryCode: 'r.country_code',
    channelCode: '(select x.channel_code from channel_customer x where x.code = r.code)',
  },
  join: 'join country y on y.code = r.country_code',
})
