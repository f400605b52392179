import { visibleAreas } from '#areas/organisation/organisation.facade.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Importer } from '#kernel/services/imports/import-definition.ts'

/** Areas whose prices the person may write: with the organisation of the area itself, as a price review needs it. */
export function isInScope({ principal: { scope } }: Pick<Importer, 'principal'>, scopeId: number | null): boolean {
  return scopeId !== null && (scope === 'all' || scope.includes(scopeId))
}

/** The drop-down of these areas. */
export async function areaLists(tx: Tx, importer: Importer) {
  const areas = await tx.rows(visibleAreas(importer))
  return {
    area: areas
      .filter(({ scopeId }) => isInScope(importer, scopeId))
      .map(({ areaCode, areaName }) => ({ code: areaCode, name: areaName })),
  }
}
