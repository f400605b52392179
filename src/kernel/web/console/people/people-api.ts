import { get, post } from '../client/api.ts'

/** A person in the picker. */
export interface PersonChoice {
  readonly account: string
  readonly name: string
  readonly jobTitle?: string | null
  readonly organisation?: { readonly code: string; readonly name: string } | null
}

/** Purpose of the pick: the server excludes people who may not do it or have had a part already. */
export interface PickingFor {
  readonly verb: 'transfer' | 'delegate' | 'before' | 'after' | 'circulate' | 'choose' | 'substitute'
  readonly formInstanceId?: string
}

/** Spec section 9: maximum number of entries. */
export const MOST_FOUND = 40

/** People whose name, account, job title or organisation contains the input. */
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

/** The caller's recent picks, latest first. */
export function latestPeople(picking: PickingFor, signal: AbortSignal): Promise<readonly PersonChoice[]> {
  return get<readonly PersonChoice[]>('/aps/bpm/address/query/list/latest', {
    query: { ...picking },
    signal,
    handles: true,
  })
}

/** The name of the person with exactly this account; null where nobody has it. */
export function nameOfAccount(userAccount: string, signal: AbortSignal): Promise<string | null> {
  return post<{ userName: string }>(
    '/api/v1/admin/user/query-by-account',
    { userAccount },
    { signal, handles: true },
  ).then(
    ({ userName }) => userName,
    () => null,
  )
}
