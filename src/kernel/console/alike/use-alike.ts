import { useQuery } from '@tanstack/react-query'
import type { AlikeDocument } from '#kernel/document/alike/alike-wire.ts'
import type { AnyDefinition } from '#kernel/definition/definition.ts'
import { post } from '../client/api.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { queryKeys } from '../client/query-keys.ts'

export interface AlikeProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** What is alike to a document that counts itself: read beside it, so that it never waits for this. */
export function useAlike({ definition, detail: { document } }: AlikeProps) {
  const { name, alike } = definition
  const isAsked = !document.isEarlierRound && (alike?.states.includes(document.state) ?? false)
  return useQuery({
    queryKey: queryKeys.detail(name, ['alike', document.id]),
    queryFn: ({ signal }) =>
      post<readonly AlikeDocument[]>(
        '/aps/document/alike',
        { documentType: name, id: document.id },
        { signal, handles: true },
      ),
    enabled: isAsked,
  })
}
