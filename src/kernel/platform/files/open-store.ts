import { type Config, ConfigError } from '#kernel/base/config/config.ts'
import { type FilesStore, folderStore } from './files-store.ts'

/** The store of the configuration. An unusable bucket ends the start with a line that says why. */
export async function openFilesStore({ filesDir, bucket }: Pick<Config, 'filesDir' | 'bucket'>): Promise<FilesStore> {
  if (!bucket) return folderStore(filesDir)
  // Loaded on demand: the S3 client is larger than everything else at start-up.
  const { BucketError, bucketStore } = await import('./bucket-store.ts')
  const store = bucketStore(bucket)
  await store.check().catch((error: unknown) => {
    store.close()
    throw error instanceof BucketError ? new ConfigError(`FILES_URL: ${error.message}`) : error
  })
  return store
}
