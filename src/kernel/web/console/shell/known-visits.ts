import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Found } from '#kernel/services/find/find-wire.ts'
import { post } from '../client/api.ts'
import { recentVisits, type Visit } from './recent.ts'

export type KnownDocument = Found & { readonly documentId: string }

/** A visit, and what the server says of the document that it opened; null for a page of no document, or before the server has answered. */
export interface KnownVisit {
  readonly visit: Visit
  readonly document: KnownDocument | null
}

/** The document that an address opens, by its number as a draft or by its approval; null: another page. */
function documentOf({ address }: Visit): { readonly no: string } | { readonly form: string } | null {
  const query = new URLSearchParams(address.split('?')[1])
  const [no, form] = [query.get('applyNo'), query.get('formInstanceId')]
  return form ? { form } : no ? { no } : null
}

/**
 * The visits that still lead somewhere, each document once: opened as a draft and later as an approval it has two addresses, of which the
 * later one stays. Without an answer of the server all of them, as they were opened.
 */
export function knownVisits(visits: readonly Visit[], known: readonly KnownDocument[] | null): readonly KnownVisit[] {
  const seen = new Set<string>()
  return visits.flatMap((visit): KnownVisit[] => {
    const asked = documentOf(visit)
    if (!asked || !known) return [{ visit, document: null }]
    const found = known.find(({ key, documentId }) =>
      'no' in asked ? key === asked.no : asked.form.startsWith(`${documentId}-`),
    )
    if (!found || seen.has(found.documentId)) return []
    seen.add(found.documentId)
    return [{ visit, document: found }]
  })
}

/** The latest visits of this account in this browser, with what their documents are called now. */
export function useKnownVisits(account: string): readonly KnownVisit[] {
  const [visits] = useState(() => recentVisits(account))
  const documents = visits.map(documentOf)
  const numbers = documents.flatMap((each) => (each && 'no' in each ? each.no : []))
  const forms = documents.flatMap((each) => (each && 'form' in each ? each.form : []))
  const { data } = useQuery({
    queryKey: ['known', numbers, forms],
    queryFn: ({ signal }) =>
      post<readonly KnownDocument[]>('/aps/document/known', { numbers, forms }, { signal, handles: true }),
    enabled: documents.some((each) => each !== null),
    // A document may have been deleted or decided since this was last shown.
    refetchOnMount: 'always',
  })
  return useMemo(() => knownVisits(visits, data ?? null), [visits, data])
}
