import { get, post } from '../client/api.ts'

interface FileLink {
  readonly url: string
}

/** Saves an attachment: the browser follows a link that is valid for a minute and shows its own progress. */
export async function downloadAttachment(key: string): Promise<void> {
  // The call has shown the failure.
  const link = await get<FileLink>('/aps/file/tmpUrl', { query: { key } }).catch(() => null)
  if (!link) return
  const anchor = document.createElement('a')
  anchor.href = link.url
  anchor.download = ''
  anchor.click()
}

/** The bytes of an attachment for display: fetched by a link of their own, with the type that the server detected. */
export async function fetchPreview(key: string, type: string, signal: AbortSignal): Promise<Blob> {
  const { url } = await post<FileLink>('/aps/attachment/file/preview/url', { key }, { handles: true, signal })
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`the preview answered ${response.status}`)
  // The page displays it as this type, whatever a header says.
  return new Blob([await response.arrayBuffer()], { type })
}
