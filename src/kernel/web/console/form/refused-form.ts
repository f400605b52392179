import { useQuery } from '@tanstack/react-query'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { RaisingTexts } from './locale/raising.en.ts'
import { post } from '../client/api.ts'
import { loadPartTexts, pageText } from '../client/i18n.ts'
import { submitRight } from './may-raise.ts'

// Loaded on demand in one language, for people who are refused.
const text = await loadPartTexts<RaisingTexts>('raising', {
  en: () => import('./locale/raising.en.ts'),
  zh: () => import('./locale/raising.zh.ts'),
})

/** Name of a page, and the right of one of its buttons; null while unknown. */
function useButtonRight(path: string, button: string): { readonly page: string; readonly right: string } | null {
  const { data } = useQuery({
    queryKey: ['menuLink', path, button],
    queryFn: () =>
      post<{ readonly name: string; readonly rights: readonly string[] }>(
        '/api/v1/admin/menu/link',
        { url: path, button },
        { handles: true },
      ),
    retry: false,
  })
  const right = data?.rights[0]
  return right === undefined || !data ? null : { page: data.name, right }
}

/** Shown instead of a form that the reader may not fill in, with the missing right. */
export function useRefusedForm(
  definition: AnyDefinition,
  path: string,
): { readonly title: string; readonly text: string } {
  const missing = useButtonRight(path, submitRight(definition))
  return { title: text('title'), text: missing ? text('right', missing) : pageText('list.askAdmin') }
}
