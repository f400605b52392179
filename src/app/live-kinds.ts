import type { AreaManifest } from '#kernel/platform/access/area.ts'
import type { AreaServer } from '#kernel/services/area/area-server.ts'

/** Lists of the kernel's own, by the kind under which their changes are told. */
const OF_KERNEL = { approval: ['approval.task.view', 'approval.oversee'] } as const

/**
 * By kind of list, the rights of which one is enough to hear that something in it changed: a stream tells nobody of a list that they could
 * not look at. The product does not start with a document or a record that changes a kind of list which is not named here.
 */
export function liveKinds(
  areas: readonly Pick<AreaManifest, 'lists'>[],
  servers: readonly Pick<AreaServer, 'documents' | 'records'>[],
): ReadonlyMap<string, readonly string[]> {
  const definitions = servers.flatMap(({ documents }) => documents.map(({ definition }) => definition))
  const records = servers.flatMap((server) => server.records ?? [])
  const kinds = new Map<string, readonly string[]>([
    ...Object.entries(OF_KERNEL),
    ...areas.flatMap(({ lists }) => Object.entries(lists ?? {})),
    ...definitions.map(({ name, viewRight }) => [name, [viewRight]] as const),
    ...records.map(({ name, rights }) => [name, [rights.view]] as const),
  ])
  const unheard = [...definitions, ...records]
    .flatMap(({ changes }) => changes ?? [])
    .filter((kind) => !kinds.has(kind))
  if (unheard.length > 0) throw new Error(`nobody may hear of changes of ${[...new Set(unheard)].join(', ')}`)
  return kinds
}
