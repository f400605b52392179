import { PassThrough, Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { machineMoment } from '#kernel/base/clock/clock.ts'
import type { BucketSettings } from '#kernel/base/config/bucket.ts'
import { checkedGroup, checkedKey, type FilesStore, StoreError, type StoredFile, unneeded } from './files-store.ts'

/** Part size of multipart uploads; two parts are in transit while the next is filled. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
const CONNECT_MS = 5_000
/** Keys per list request. */
const PAGE = 1000
/** Time-out of a bucket that does not answer. */
const IDLE_MS = 60_000
/** Time-out of a bucket that stops in the middle; the reader of a file may pause longer. */
const STALLED_MS = 300_000

/** An error of the bucket, in one line and without the request, which carries keys. */
export class BucketError extends StoreError {
  override readonly name = 'BucketError'
}

interface BucketStore extends FilesStore {
  /** Writes and removes a small file; throws a BucketError that says what is wrong. */
  check(): Promise<void>
  close(): void
}

/** The store in a bucket of any S3 service. An object exists only once its multipart upload is completed. */
export function bucketStore(settings: BucketSettings, page = PAGE): BucketStore {
  const { bucket: Bucket, prefix } = settings
  const client = clientOf(settings)
  const objectOf = (key: string) => ({ Bucket, Key: `${prefix}${checkedKey(key)}` })
  const failing = <T>(what: string, work: Promise<T>) =>
    work.catch((error: unknown) => {
      throw explained(settings, what, error)
    })

  return {
    async put(key, chunks) {
      const object = objectOf(key)
      let size = 0
      let fault: { readonly of: unknown } | null = null
      async function* counted() {
        const source = chunks[Symbol.asyncIterator]()
        try {
          for (;;) {
            // An error that the upload throws into the generator is not the source's.
            const next = await source.next().catch((error: unknown) => {
              fault = { of: error }
              throw error
            })
            if (next.done) return
            const chunk = next.value
            size += chunk.byteLength
            yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
          }
        } finally {
          await source.return?.()
        }
      }
      const Body = Readable.from(counted(), { objectMode: false })
      // Parts of a failed upload are aborted: a bucket keeps, and bills, incomplete uploads.
      const upload = new Upload({
        client,
        params: { ...object, Body },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        leavePartsOnError: false,
      })
      try {
        await upload.done()
        return size
      } catch (error) {
        // An error of the source is rethrown to the caller.
        const broken = fault as { readonly of: unknown } | null
        throw broken ? broken.of : explained(settings, 'put', error)
      } finally {
        Body.destroy()
      }
    },
    async open(key, range): Promise<StoredFile | null> {
      const part = range ? { Range: `bytes=${range.first}-${range.last}` } : {}
      const get = client.send(new GetObjectCommand({ ...objectOf(key), ...part })).catch((error: unknown) => {
        if (nameOf(error) === 'NoSuchKey' || statusOf(error) === 404) return null
        throw error
      })
      const answer = await failing('get', get)
      if (!answer?.Body) return null
      const total = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1]
      return { size: Number(total ?? answer.ContentLength ?? 0), bytes: telling(settings, answer.Body as Readable) }
    },
    async remove(key) {
      await failing('delete', client.send(new DeleteObjectCommand(objectOf(key))))
    },
    async sweep(group, before, needed) {
      const Prefix = `${prefix}${checkedGroup(group)}/`
      let removed = 0
      let after: string | undefined
      do {
        const next = after === undefined ? {} : { StartAfter: after }
        const list = new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: page, ...next })
        const { Contents = [], IsTruncated } = await failing('list', client.send(list))
        after = IsTruncated ? Contents.at(-1)?.Key : undefined
        const old = Contents.filter(({ LastModified: at }) => at && at < machineMoment(before))
        const keys = old.flatMap(({ Key }) => Key?.slice(prefix.length) ?? [])
        for (const key of await unneeded(keys, needed)) {
          await failing('delete', client.send(new DeleteObjectCommand({ Bucket, Key: prefix + key })))
          removed += 1
        }
      } while (after !== undefined)
      return removed
    },
    async check() {
      const probe = { Bucket, Key: `${prefix}.probe` }
      await failing('look at', client.send(new HeadBucketCommand({ Bucket })))
      await failing('write to', client.send(new PutObjectCommand({ ...probe, Body: 'x' })))
      await failing('delete from', client.send(new DeleteObjectCommand(probe)))
    },
    close: () => client.destroy(),
  }
}

function clientOf({ endpoint, region, credentials, isPathStyle }: BucketSettings): S3Client {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    ...(credentials ? { credentials } : {}),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: IDLE_MS,
      throwOnRequestTimeout: true,
      socketTimeout: STALLED_MS,
    },
    // Checksums that only Amazon's own service supports; TLS and the content length suffice.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** An error in the middle of a file names the bucket. */
function telling(settings: BucketSettings, body: Readable): Readable {
  const told = new PassThrough()
  body.once('error', (error) => told.destroy(explained(settings, 'get', error)))
  told.once('close', () => body.destroy())
  return body.pipe(told)
}

interface Fault {
  readonly name?: string
  readonly code?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

function nameOf(error: unknown): string {
  const { code, name } = error as Fault
  return code ?? name ?? 'unknown'
}

function statusOf(error: unknown): number | undefined {
  return (error as Fault).$metadata?.httpStatusCode
}

/** Message for the person who set it up: what was tried, where, and the answer. */
function explained({ endpoint, bucket }: BucketSettings, what: string, error: unknown): BucketError {
  const status = statusOf(error)
  const name = nameOf(error)
  const at = `bucket '${bucket}' at ${endpoint}`
  if (status === undefined) return new BucketError(`no answer from the ${at} (${name})`)
  if (status === 404) return new BucketError(`there is no ${at}`)
  if (status === 403) return new BucketError(`the key may not ${what} the ${at} (403 ${name})`)
  return new BucketError(`the ${at} refused to be used (${what}: ${status} ${name})`)
}
