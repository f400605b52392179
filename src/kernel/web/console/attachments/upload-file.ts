import type { UploadedView } from '#kernel/platform/files/attachment-wire.ts'
import { post } from '../client/api.ts'
import { sendUpload } from '../client/upload.ts'

/** Sends one file and answers it as attached files are shown. `onProgress` gets the share that has left, from 0 to 1. */
export function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedView> {
  const form = new FormData()
  form.append('file', file)
  return sendUpload<UploadedView>({ path: '/aps/attachment/file/upload', form, onProgress, signal })
}

/** Lets go of an upload that is not wanted; where that fails, it goes by its age. */
export async function forgetUpload(key: string): Promise<void> {
  await post('/aps/attachment/file/remove', { key }, { handles: true }).catch(() => undefined)
}
