import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { documentApi } from '../../client/document-api.ts'
import { queryKeys } from '../../client/query-keys.ts'

/** The stored document that a form begins with: read once, because input here is newer than any answer. */
export function editedDetail(definition: AnyDefinition, no: string) {
  return {
    queryKey: queryKeys.detail(definition.name, ['edit', no]),
    queryFn: ({ signal }: { signal: AbortSignal }) => documentApi(definition).detail({ no }, { signal, handles: true }),
    staleTime: Infinity,
    gcTime: 0,
  }
}
