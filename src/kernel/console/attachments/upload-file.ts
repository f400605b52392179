import type { AttachmentView } from '#kernel/approval/approval-wire.ts'
import { sendUpload } from '../client/upload.ts'

/** Sends one file and answers it as attached files are shown. `onProgress` gets the share that has left, from 0 to 1. */
export function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<AttachmentView> {
  const form = new FormData()
  form.append('file', file)
  return sendUpload<AttachmentView>({ path: '/aps/attachment/file/upload', form, onProgress, signal })
}
