import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFauxqs } from 'fauxqs'

export interface BucketServer {
  /** For FILES_URL, with an existing bucket of this name; over another port where a proxy stands between. */
  url(bucket?: string, port?: number): string
  readonly port: number
  /** Names of all files that the server keeps on its disk, half uploads too. */
  kept(): readonly string[]
  close(): Promise<void>
}

const BUCKET = 'office-files'

/** A service that speaks S3, with a bucket to test with, on a port of its own. It takes any key. */
export async function bucketServer(): Promise<BucketServer> {
  const directory = mkdtempSync(join(tmpdir(), 'bucket-'))
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, s3StorageDir: directory })
  server.createBucket(BUCKET)
  return {
    url: (bucket = BUCKET, port = server.port) => `s3://tester:hidden@127.0.0.1:${port}/${bucket}?tls=0`,
    port: server.port,
    kept: () => readdirSync(directory, { recursive: true }).map(String),
    async close() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
