// The environment of commands that run tests. They bring their own database, ports, files and clock, so no variable of
// an installation on this machine may reach them: a test could write into its database, or mail its people.
import { join } from 'node:path'
import { prepare, root } from './bootstrap.js'

/** Variables of docs/operations.md, each also with `_FILE` behind it; test/arch/promises.test.ts holds that none is missing. */
const VARIABLES = new Set([
  'ATTACHMENT_MB',
  'CHAT_SHARE_URL',
  'CHAT_WEBHOOK_SECRET',
  'CHAT_WEBHOOK_URL',
  'CLAMAV_URL',
  'CLOCK_AT',
  'CLOCK_SINCE',
  'DATABASE_URL',
  'DATA_DIR',
  'DEMO',
  'DEMO_SCALE',
  'DOWNLOAD_DAYS',
  'DRAIN_SECONDS',
  'FILES_DIR',
  'FILES_URL',
  'FILE_LINK_MINUTES',
  'HOST',
  'IMPORT_MB',
  'LOG_LEVEL',
  'LOWER_DATABASE_PRIORITY',
  'MAIL_FROM',
  'MIGRATION_DATABASE_URL',
  'NODE_ENV',
  'NOTIFICATION_DAYS',
  'NOTIFY_GROUP_SECONDS',
  'PORT',
  'PUBLIC_URL',
  'ROLE',
  'SESSION_MINUTES',
  'SMTP_URL',
  'TRUST_PROXY',
  'URGE_HOURS',
])
const PREFIXES = [
  'ALLOW_',
  'AUDIT_ANCHOR',
  'DATA_CENTRE_',
  'EXPORT_',
  'FINANCE_',
  'MAP_',
  'OIDC_',
  'POOL_',
  'REQUESTS_PER_',
  'SYNC_',
]

/** PostgreSQL's own (`PGHOST`), and the choice of `npm run hostile`, which only that command makes. */
const FURTHER = /^(?:PG[A-Z]+|HOSTILE)$/

/** @param {string} name */
function isOfInstallation(name) {
  const own = name.replace(/_FILE$/, '')
  return VARIABLES.has(own) || PREFIXES.some((prefix) => name.startsWith(prefix)) || FURTHER.test(name)
}

/** @param {NodeJS.ProcessEnv} env @returns {NodeJS.ProcessEnv} the same without the variables of an installation */
export function withoutInstallation(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOfInstallation(name)))
}

/** Node's compile cache, shared between processes: a run of all tests starts the product dozens of times. */
export const compiled = join(root, '.cache', 'compiled')

/** Makes the project runnable, like `prepare`, and returns the environment for tests. */
export function prepareTests() {
  const env = withoutInstallation(prepare().env)
  env.NODE_COMPILE_CACHE ??= compiled
  return { env }
}
