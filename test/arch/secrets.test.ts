import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// No file of the tree holds a secret, and what is installed is what the lock file names.
const root = join(import.meta.dirname, '../..')
const MOST_BYTES = 2_000_000
const BINARY = /\.(png|jpe?g|webp|ico|woff2?|ttf|xlsx|pdf|gz|zip)$/

/** The forms of common providers' keys, and of the product's own. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN (RSA |EC |OPENSSH |PGP |ENCRYPTED )?PRIVATE KEY/,
  'a key of Amazon': /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a token of GitHub': /\b(gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60,})\b/,
  'a token of GitLab': /\bglpat-[\w-]{20}\b/,
  'a token of Slack': /\bxox[abprs]-[\w-]{10,}/,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a key of Google': /\bAIza[\w-]{35}\b/,
  'a key of Stripe': /\b[sr]k_live_[A-Za-z0-9]{20,}/,
  'a signed token': /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/,
  'a secret of webhooks': /\bwhsec_[A-Za-z0-9+/=]{32,}/,
  'a password in an address':
    /\b[a-z][a-z0-9+]*:\/\/[\w.%-]+:(?!\$\{)[^\s@/'"`${}…<]{8,}@(?!(localhost|127\.|[\w.-]*\.example\b|db\b|host\b|h\b|nowhere))/i,
  'a secret in a text':
    /\b\w*(secret|password|passwd|api_?key|private_?key)\w*['"]?\s*[:=]\s*['"][A-Za-z0-9+/_=-]{32,}['"]/i,
}

/**
 * Texts that only look like secrets: examples, and keys that demonstrations use among themselves. Each line names the file and the reason.
 */
const KNOWN: readonly string[] = [
  // The example of the Standard Webhooks specification, whose signature is known.
  'src/kernel/platform/outgoing/standard-webhook.test.ts: a secret of webhooks',
]

function trackedFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  return listed
    .toString()
    .split('\0')
    .filter((file) => file !== '' && !BINARY.test(file))
}

/** A copy of the files without a git directory cannot be checked. */
function isClone(): boolean {
  try {
    return execFileSync('git', ['rev-parse', '--is-inside-work-tree'], { cwd: root }).toString().startsWith('true')
  } catch {
    return false
  }
}

function secretsIn(text: string): readonly string[] {
  return Object.entries(PATTERNS).flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []))
}

test.runIf(isClone())('no tracked file contains a secret', () => {
  const files = trackedFiles()
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((file) => {
    const path = join(root, file)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile() || stat.size > MOST_BYTES || file === 'test/arch/secrets.test.ts') return []
    return secretsIn(readFileSync(path, 'utf8')).map((what) => `${file}: ${what}`)
  })
  expect(found.filter((each) => !KNOWN.includes(each))).toEqual([])
})

test.each([
  ['-----BEGIN PRIVATE KEY-----', 'a private key'],
  [`AKIA${'A1B2'.repeat(4)}`, 'a key of Amazon'],
  [`ghp_${'a1B2c3'.repeat(6)}`, 'a token of GitHub'],
  [`postgres://app:${'s3cr3tpass'}@db7.company.net/x`, 'a password in an address'],
  [`clientSecret: '${'0123456789abcdef'.repeat(2)}'`, 'a secret in a text'],
  [`whsec_${'A1b2'.repeat(9)}`, 'a secret of webhooks'],
])('the search for secrets would find %s', (text, what) => expect(secretsIn(text)).toContain(what))

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly resolved?: string; readonly integrity?: string; readonly link?: boolean }>
  >
}

test('every package comes from the one registry in an exact version with its hash', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const locked = Object.entries(packages).filter(([name]) => name !== '')
  // Without an address it is the registry's own (`omit-lockfile-registry-resolved`); one with an address comes from elsewhere.
  const foreign = locked.filter(([, { resolved }]) => resolved !== undefined)
  expect(foreign.map(([name]) => name)).toEqual([])
  const weak = locked.filter(([, { integrity, link }]) => !link && !integrity?.startsWith('sha512-'))
  expect(weak.map(([name]) => name)).toEqual([])
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
  const wanted = { ...own['dependencies'], ...own['devDependencies'], ...own['optionalDependencies'] }
  const inexact = Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  expect(inexact).toEqual([])
})
