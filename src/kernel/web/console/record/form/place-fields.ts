import type { AnyRecord } from '#kernel/engine/record/definition.ts'

/** The two fields of a position, where a record has one. */
export function placeFieldsOf({
  fields,
}: Pick<AnyRecord, 'fields'>): readonly [latitude: string, longitude: string] | null {
  const found = Object.entries(fields).find(([, { coordinate }]) => coordinate?.axis === 'latitude')
  return found ? [found[0], found[1].coordinate?.other ?? ''] : null
}
