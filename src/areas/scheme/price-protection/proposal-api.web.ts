import { post } from '#kernel/web/console/client/api.ts'
import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import { queryClient } from '#kernel/web/console/client/query-client.ts'
import { staleAfterAction } from '#kernel/web/console/client/query-keys.ts'
import { PROPOSAL_API, type ProposalDetail, PROPOSALS } from './proposal-wire.ts'
import type { PriceProtectionTexts } from './proposal.en.ts'

/** Texts of the proposals of price protection. */
export const proposalText = await loadPartTexts<PriceProtectionTexts>('priceProtection', {
  en: () => import('./proposal.en.ts'),
  zh: () => import('./proposal.zh.ts'),
})

export const proposalApi = {
  detail: (id: string, signal: AbortSignal) =>
    post<ProposalDetail>(`${PROPOSAL_API}/detail`, { id }, { signal, handles: true }),
  apply: (id: string) => post<{ id: string; no: string }>(`${PROPOSAL_API}/apply`, { id }),
  dismiss: (id: string, reason: string) => post<{ id: string }>(`${PROPOSAL_API}/dismiss`, { id, reason }),
}

export function proposalsChanged(): void {
  const isStale = staleAfterAction([PROPOSALS])
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
}
