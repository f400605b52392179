import type { AreaManifest } from '#kernel/platform/access/area.ts'
import type { AreaServer } from '#kernel/services/area/area-server.ts'

/** The kernel's own lists, by the kind in their change messages. */
const OF_KERNEL = { approval: ['approval.task.view', 'approval.oversee'] } as const

/**
 * By kind of list, the rights of which any one is enough to receive its change messages: a stream sends nobody messages about a list that
 * they may not see. The product does not start with a document or record that changes an unlisted kind.
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
