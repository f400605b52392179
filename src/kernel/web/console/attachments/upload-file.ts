import type { UploadedView } from '#kernel/platform/files/attachment-wire.ts'
import { post } from '../client/api.ts'
import { sendUpload } from '../client/upload.ts'

/** Uploads one file and returns it as an attachment. `onProgress` gets the share sent, from 0 to 1. */
export function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedView> {
  const form = new FormData()
  form.append('file', file)
  return sendUpload<UploadedView>({ path: '/aps/attachment/file/upload', form, onProgress, signal })
}

/** Releases an unwanted upload; if that fails, it expires. */
export async function forgetUpload(key: string): Promise<void> {
  await post('/aps/attachment/file/remove', { key }, { handles: true }).catch(() => undefined)
}
