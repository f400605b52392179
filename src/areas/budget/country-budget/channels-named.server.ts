import { inScope, type Principal } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

/** A customer channel that another area's document names. */
export interface NamedChannel {
  readonly code: string
  readonly areaId: number
  readonly isEnabled: boolean
}

export interface NamedChannelRow extends NamedChannel {
  readonly scopeId: number
}

const named = prepared<NamedChannelRow>(
  'budget.channels-named',
  `select code, area_id as "areaId", status = 1 as "isEnabled", scope_id as "scopeId" from customer_channel where code = any ($1::text[])`,
)

/** The channels that a document names: a fact of its rules. */
export function channelsNamed(codes: readonly (string | null)[]): Statement<NamedChannelRow> {
  return named([...new Set(codes.filter((code) => code !== null))])
}

/** Whether a person may see a channel: people limited to some customers may not, because a channel covers others too. */
export function seesChannel(
  { scopeId }: Pick<NamedChannelRow, 'scopeId'>,
  { scope, limits = {} }: Pick<Principal, 'scope' | 'limits'>,
): boolean {
  return Object.keys(limits).length === 0 && inScope(scope, scopeId)
}

export function readChannelsNamed(rows: readonly NamedChannelRow[]): ReadonlyMap<string, NamedChannel> {
  return new Map(rows.map((row) => [row.code, row]))
}
