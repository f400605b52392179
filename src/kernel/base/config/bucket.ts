/** An S3 bucket that replaces the folder of files. */
export interface BucketSettings {
  /** Without a slash at the end: `https://minio.example:9000`. */
  readonly endpoint: string
  readonly bucket: string
  /** Key prefix: empty, or ending with a slash. */
  readonly prefix: string
  readonly region: string
  /** Null: the AWS credential chain finds them in the environment or on the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** Path-style addressing: the bucket stands in the path, not in the host name. */
  readonly isPathStyle: boolean
}

export const BUCKET_FORM = 's3://key:secret@host:port/bucket?region=…&tls=0&style=path'

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^(?:[\w.-]+\/)*$/
const QUERY = new Set(['region', 'tls', 'style'])
const AMAZON = /(?:^|\.)s3[.-]([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/

/** Reads FILES_URL, or says what is wrong with it; the value is never repeated, since it carries a secret. */
export function readBucketUrl(text: string): BucketSettings | string {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 's3:' || url.hostname === '') return `must be an address like ${BUCKET_FORM}`
  const unknown = [...url.searchParams.keys()].find((name) => !QUERY.has(name))
  if (unknown !== undefined) return `knows region, tls and style behind its question mark, and nothing else`
  const [bucket = '', ...folders] = url.pathname.replace(/^\/+|\/+$/g, '').split('/')
  const prefix = folders.map((folder) => `${folder}/`).join('')
  if (!BUCKET.test(bucket) || !PREFIX.test(prefix)) return `must name a bucket behind the host: ${BUCKET_FORM}`
  if ((url.username === '') !== (url.password === '')) return 'must hold both a key and its secret, or neither'
  const [tls, style] = [url.searchParams.get('tls') ?? '1', url.searchParams.get('style')]
  if (!['0', '1'].includes(tls)) return 'takes tls=1 or tls=0'
  if (style !== null && !['path', 'host'].includes(style)) return 'takes style=path or style=host'
  const amazon = AMAZON.exec(url.hostname)
  return {
    endpoint: `${tls === '1' ? 'https' : 'http'}://${url.host}`,
    bucket,
    prefix,
    region: url.searchParams.get('region') ?? amazon?.[1] ?? 'us-east-1',
    credentials: url.username === '' ? null : keysOf(url),
    isPathStyle: style === null ? amazon === null : style === 'path',
  }
}

function keysOf({ username, password }: URL): BucketSettings['credentials'] {
  return { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
}
