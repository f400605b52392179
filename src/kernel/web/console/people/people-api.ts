import { get } from '../client/api.ts'

/** Somebody one may pick, as the address book has him. */
export interface PersonChoice {
  readonly account: string
  readonly name: string
  readonly jobTitle?: string | null
  readonly organisation?: { readonly code: string; readonly name: string } | null
}

/** What one picks for: the server leaves out who may not do it, and who has had a part in it already. */
export interface PickingFor {
  readonly verb: 'transfer' | 'delegate' | 'before' | 'after' | 'circulate' | 'choose' | 'substitute'
  readonly formInstanceId?: string
}

/** Spec section 9: no more entries than this. */
export const MOST_FOUND = 40

/** People whose name, account, job title or organisation holds what was typed. */
export async function findPeople(
  picking: PickingFor,
  keyword: string,
  signal: AbortSignal,
): Promise<readonly PersonChoice[]> {
  const query = { ...picking, keyword, page: 1, limit: MOST_FOUND }
  const found = await get<{ readonly records: readonly PersonChoice[] }>('/aps/bpm/address/query/page', {
    query,
    signal,
    handles: true,
  })
  return found.records
}

/** Whom the caller picked last, latest first. */
export function latestPeople(picking: PickingFor, signal: AbortSignal): Promise<readonly PersonChoice[]> {
  return get<readonly PersonChoice[]>('/aps/bpm/address/query/list/latest', {
    query: { ...picking },
    signal,
    handles: true,
  })
}
