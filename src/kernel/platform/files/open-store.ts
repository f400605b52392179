import { type Config, ConfigError } from '#kernel/base/config/config.ts'
import { type FilesStore, folderStore } from './files-store.ts'

/** The store that the configuration names. A bucket that cannot be used ends the start with a line that says why. */
export async function openFilesStore({ filesDir, bucket }: Pick<Config, 'filesDir' | 'bucket'>): Promise<FilesStore> {
  if (!bucket) return folderStore(filesDir)
  // Loaded where it is needed: the client of a bucket is larger than all the rest of a start.
  const { BucketError, bucketStore } = await import('./bucket-store.ts')
  const store = bucketStore(bucket)
  await store.check().catch((error: unknown) => {
    store.close()
    throw error instanceof BucketError ? new ConfigError(`FILES_URL: ${error.message}`) : error
  })
  return store
}
