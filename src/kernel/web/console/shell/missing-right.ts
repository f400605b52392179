import { useQuery } from '@tanstack/react-query'
import { post } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'

interface LinkedPage {
  readonly name: string
  readonly rights: readonly string[]
}

/** A sentence naming the right that the page of an address needs; without an answer, whom to ask. */
export function useMissingRight(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  const { data } = useQuery({
    queryKey: ['menuLink', path],
    queryFn: () => post<LinkedPage>('/api/v1/admin/menu/link', { url: path }, { handles: true }),
    enabled: path.startsWith('/'),
    retry: false,
  })
  if (!path.startsWith('/')) return pageText('errorPage.forbiddenAny')
  if (!data || data.rights.length === 0) return pageText('errorPage.forbiddenHint', { path })
  const rights = data.rights.map((right) => pageText('errorPage.quoted', { text: right }))
  return pageText(rights.length > 1 ? 'errorPage.missingRights' : 'errorPage.missingRight', {
    page: data.name,
    path,
    rights: rights.join(pageText('errorPage.or')),
  })
}
