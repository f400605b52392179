import { useMemo } from 'react'
import { queryClient } from '../client/query-client.ts'
import { staleAfterAction } from '../client/query-keys.ts'
import { usePageButtons } from '../document/page-buttons.ts'
import type { BulkAction } from '../list/document/bulk.ts'
import { monitorText } from './monitor-text.ts'

/** Lets whoever may repair try the selected rows of a list again; null until rights are known. Keep `send` stable. */
export function useTryAgain<Row extends { readonly id: string }>(
  list: string,
  send: (ids: readonly string[]) => Promise<{ readonly changed: number }>,
): readonly BulkAction<Row>[] | null {
  const holds = usePageButtons()
  const may = holds?.('approval.administer') ?? false
  const bulk = useMemo(() => (may ? [tryAgain<Row>(list, send)] : []), [may, list, send])
  return holds ? bulk : null
}

function tryAgain<Row extends { readonly id: string }>(
  list: string,
  send: Parameters<typeof useTryAgain<Row>>[1],
): BulkAction<Row> {
  return {
    key: 'tryAgain',
    label: monitorText('tryAgain'),
    whyNot: () => null,
    act: async (target) => {
      if (target.kind !== 'rows') return { done: 0, failed: [] }
      const { changed } = await send(target.rows.map(({ id }) => id))
      const isStale = staleAfterAction([list, 'monitor'])
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
      return { done: changed, failed: [] }
    },
  }
}
