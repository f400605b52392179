import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names the build of the pages: their entries carry the hashed names of all their parts. Empty where there are none. */
export function buildVersion(folder: string): string {
  const entries = ['index.html', 'phone.html'].map((name) => join(folder, name)).filter((file) => existsSync(file))
  if (entries.length === 0) return ''
  const hash = createHash('sha256')
  for (const file of entries) hash.update(readFileSync(file))
  return hash.digest('base64url').slice(0, 12)
}
