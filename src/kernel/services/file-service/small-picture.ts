import type { FilesStore } from '#kernel/platform/files/files-store.ts'
import { type FoundFile, storedFile } from './file.routes.ts'
import { required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'

/** Suffix of a thumbnail's key; it is removed with its picture. */
const SMALL = '-small'

/** The key of the full picture for either of the two keys. */
export function fullKey(key: string): string {
  return key.endsWith(SMALL) ? key.slice(0, -SMALL.length) : key
}

export function smallKey(key: string): string {
  return `attachments/${key}${SMALL}`
}

/** The thumbnail for lists; only the store knows its size. */
export async function smallPicture(files: FilesStore, key: string, name: string): Promise<FoundFile> {
  const { size, bytes } = required(await files.open(smallKey(key)), httpErrors.notFound())
  bytes.destroy()
  return storedFile(files, smallKey(key), { fileName: name, mediaType: 'image/jpeg', size, tag: `${key}${SMALL}` })
}
