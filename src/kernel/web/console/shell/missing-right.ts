import { useQuery } from '@tanstack/react-query'
import { post } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'

interface LinkedPage {
  readonly name: string
  readonly rights: readonly string[]
}

/** A sentence naming the right that a page needs; without an answer, whom to ask. */
export function useMissingRight(path: string): string {
  const { data } = useQuery({
    queryKey: ['menuLink', path],
    queryFn: () => post<LinkedPage>('/api/v1/admin/menu/link', { url: path }, { handles: true }),
    enabled: path.startsWith('/'),
    retry: false,
  })
  if (!data || data.rights.length === 0) return pageText('errorPage.forbiddenHint', { path: path || '/' })
  const rights = data.rights.map((right) => pageText('errorPage.quoted', { text: right }))
  return pageText(rights.length > 1 ? 'errorPage.missingRights' : 'errorPage.missingRight', {
    page: data.name,
    path,
    rights: rights.join(pageText('errorPage.or')),
  })
}
