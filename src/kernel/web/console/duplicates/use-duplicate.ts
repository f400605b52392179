import { useQuery } from '@tanstack/react-query'
import type { DuplicateDocument } from '#kernel/engine/document/duplicates/duplicate-wire.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { post } from '../client/api.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { queryKeys } from '../client/query-keys.ts'

export interface DuplicateProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** Possible duplicates of a stored document: loaded in parallel, so that its page never waits for them. */
export function useDuplicate({ definition, detail: { document } }: DuplicateProps) {
  const { name, duplicates } = definition
  const isAsked = !document.isEarlierRound && (duplicates?.states.includes(document.state) ?? false)
  return useQuery({
    queryKey: queryKeys.detail(name, ['duplicates', document.id]),
    queryFn: ({ signal }) =>
      post<readonly DuplicateDocument[]>(
        '/aps/document/duplicates',
        { documentType: name, id: document.id },
        { signal, handles: true },
      ),
    enabled: isAsked,
  })
}
