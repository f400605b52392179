import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { get, post } from './api.ts'

/** The shared link: the page of a document on the phone. */
export interface ShareLink {
  readonly title: string
  readonly formInstanceId: string
  readonly mobilePath: string
}

/** Deep link of the team chat, or null where none is configured. */
export const shareTemplate = {
  queryKey: ['shareTemplate'],
  queryFn: async () =>
    (await get<{ template: string | null }>('/api/v1/admin/permission/share', { handles: true })).template,
  staleTime: Infinity,
} as const

/** A link that can be sent to anyone: it opens the page for people who may see it, under their own sign-in. */
export async function makeShareLink({ mobilePath, formInstanceId }: ShareLink): Promise<string> {
  const page = withQuery(mobilePath, { formInstanceId })
  const { url } = await post<{ url: string }>(
    '/api/v1/admin/permission/link',
    { url: page, purpose: 'share' },
    { handles: true },
  )
  return url
}

/** Opens the chat with title, link and id (spec section 2). A web chat gets a window of its own. */
export function openChat(template: string, shared: ShareLink, link: string): void {
  const values = { title: shared.title, link, id: shared.formInstanceId }
  const address = template.replaceAll(/\{(title|link|id)\}/g, (_place, name: keyof typeof values) =>
    encodeURIComponent(values[name]),
  )
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.rel = 'noopener'
  if (/^https?:/i.test(address)) anchor.target = '_blank'
  anchor.click()
}

/** This page's address for others, without what belongs to this session or this person's task. */
export function pageAddress(): string {
  const address = new URL(location.href)
  for (const own of ['token', 'taskId']) address.searchParams.delete(own)
  return address.href
}

/** Copies a text, also in insecure contexts where the browser has no clipboard API. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    if (!copyBySelection(text)) throw cause
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position:fixed;inset:0 auto auto -100px;width:1px'
  const before = document.activeElement
  // A modal dialog makes everything outside it inert.
  const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  host.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
