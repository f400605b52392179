import { namedRows } from '#kernel/engine/document/named-rows.ts'
import { channelReference } from '../references.facade.ts'

/** A customer channel that another area's document names. */
export interface NamedChannel {
  readonly code: string
  readonly isEnabled: boolean
  readonly areaId: number
}

export const namedChannels = namedRows<NamedChannel>(channelReference, {
  name: 'budget.channels-named',
  columns: { areaId: 'r.area_id' },
  coversMany: true,
})
