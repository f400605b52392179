import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BucketSettings, readBucketUrl } from './bucket.ts'

/** A place outside the database that receives the heads of the audit chain. `name` holds no secret. */
export type AuditAnchorTarget = { readonly name: string } & (
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'mail'; readonly address: string }
  | { readonly kind: 'bucket'; readonly bucket: BucketSettings }
)

const FORMS = 'takes file:///path, mailto:address and s3:// addresses, separated by spaces'

/** Reads AUDIT_ANCHOR, or says what is wrong with it; the value is never repeated, since it may carry a secret. */
export function readAuditAnchor(text: string): { readonly targets: readonly AuditAnchorTarget[] } | string {
  const targets: AuditAnchorTarget[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const target = readTarget(word)
    if (typeof target === 'string') return target
    targets.push(target)
  }
  return { targets }
}

function readTarget(word: string): AuditAnchorTarget | string {
  if (isAbsolute(word)) return { kind: 'file', name: `file:${resolve(word)}`, path: resolve(word) }
  const url = URL.parse(word)
  if (url?.protocol === 'file:' && url.host === '') {
    const path = fileURLToPath(url)
    return { kind: 'file', name: `file:${path}`, path }
  }
  if (url?.protocol === 'mailto:') {
    const address = decodeURIComponent(url.pathname)
    if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address)) return 'holds a mailto: without one address'
    return { kind: 'mail', name: `mailto:${address}`, address }
  }
  if (url?.protocol !== 's3:') return FORMS
  const bucket = readBucketUrl(word)
  if (typeof bucket === 'string') return bucket
  return { kind: 'bucket', name: `s3:${bucket.endpoint}/${bucket.bucket}/${bucket.prefix}`, bucket }
}
