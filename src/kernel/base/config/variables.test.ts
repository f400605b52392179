import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings, type Settings } from './config.ts'
import { SECRET_VARIABLES } from './secret-files.ts'
import { OUTGOING_VARIABLES, OWN, SECRET, type Variable } from '#test/helpers/outgoing-variables.ts'

// Every variable of docs/operations.md with its default and with what it becomes when it is set. test/arch/promises.test.ts fails if one is
// missing here.

const dataDir = mkdtempSync(join(tmpdir(), 'variables-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const MEGABYTE = 1024 * 1024
const BUCKET = 's3://key:hidden@files.example.org/office'
const PROVIDER = { OIDC_ISSUER: 'https://sso.example.org', OIDC_CLIENT_ID: 'office' }
const MAIL = { SMTP_URL: 'smtp://mail.example.org:587', MAIL_FROM: 'office@example.org' }
const CHAT = { CHAT_WEBHOOK_URL: 'https://chat.example.org/in', CHAT_WEBHOOK_SECRET: SECRET }
const PRODUCTION = { NODE_ENV: 'production', ...OWN, ...PROVIDER }
const AT = '2028-02-29T06:00:00Z'
const CLOCK = { CLOCK_AT: AT }
const sinceThen = (settings: Settings) => settings.clock?.since.getTime() === Date.parse(AT)
const TILES = 'https://tiles.example.org/{z}/{x}/{y}.png'

const VARIABLES: readonly Variable[] = [
  { name: 'PORT', value: '9000', reads: (s) => s.port, before: 8080, after: 9000 },
  { name: 'HOST', value: '0.0.0.0', reads: (s) => s.host, before: '127.0.0.1', after: '0.0.0.0' },
  { name: 'HOST', value: '10.0.0.1', beside: PRODUCTION, reads: (s) => s.host, before: '0.0.0.0', after: '10.0.0.1' },
  {
    name: 'PUBLIC_URL',
    value: 'https://office.example.org/',
    reads: (s) => s.publicUrl,
    before: 'http://localhost:8080',
    after: 'https://office.example.org',
  },
  { name: 'TRUST_PROXY', value: '1', reads: (s) => s.trustProxy, before: false, after: true },
  {
    name: 'DATA_DIR',
    value: '/elsewhere',
    reads: (s) => s.filesDir,
    before: join(dataDir, 'files'),
    after: '/elsewhere/files',
  },
  { name: 'DATABASE_URL', value: OWN.DATABASE_URL, reads: (s) => s.databaseUrl, before: null, after: OWN.DATABASE_URL },
  {
    name: 'MIGRATION_DATABASE_URL',
    value: 'postgres://db/owner',
    beside: OWN,
    reads: (s) => s.migrationUrl,
    before: null,
    after: 'postgres://db/owner',
  },
  {
    name: 'OIDC_ISSUER',
    value: 'https://sso.example.org/realm',
    beside: { OIDC_CLIENT_ID: '' },
    reads: (s) => s.oidc.issuer,
    before: 'http://localhost:8080/oidc',
    after: 'https://sso.example.org/realm',
  },
  {
    name: 'OIDC_CLIENT_ID',
    value: 'another',
    beside: { OIDC_ISSUER: '' },
    reads: (s) => s.oidc.clientId,
    before: 'back-office',
    after: 'another',
  },
  {
    name: 'OIDC_CLIENT_SECRET',
    value: SECRET,
    beside: PROVIDER,
    reads: (s) => s.oidc.clientSecret,
    before: '',
    after: SECRET,
  },
  {
    name: 'OIDC_ACCOUNT_CLAIM',
    value: 'upn',
    reads: (s) => s.oidc.accountClaim,
    before: 'preferred_username',
    after: 'upn',
  },
  { name: 'FILES_DIR', value: '/shared', reads: (s) => s.filesDir, before: join(dataDir, 'files'), after: '/shared' },
  { name: 'FILES_URL', value: BUCKET, reads: (s) => s.bucket?.bucket, before: undefined, after: 'office' },
  { name: 'EXPORT_ROWS', value: '10', reads: (s) => s.downloads.rows, before: 1_000_000, after: 10 },
  { name: 'EXPORT_AT_ONCE', value: '0', reads: (s) => s.downloads.atOnce, before: 5000, after: 0 },
  { name: 'EXPORT_MINUTES', value: '5', reads: (s) => s.downloads.minutes, before: 60, after: 5 },
  { name: 'DOWNLOAD_DAYS', value: '30', reads: (s) => s.downloads.days, before: 7, after: 30 },
  {
    name: 'AUDIT_ANCHOR',
    value: `file:///var/heads mailto:audit@example.org ${BUCKET}`,
    beside: MAIL,
    reads: (s) => s.auditAnchor.targets.map(({ kind }) => kind),
    before: [],
    after: ['file', 'mail', 'bucket'],
  },
  { name: 'AUDIT_ANCHOR_MINUTES', value: '5', reads: (s) => s.auditAnchor.minutes, before: 60, after: 5 },
  { name: 'URGE_HOURS', value: '8', reads: (s) => s.urgeHours, before: 4, after: 8 },
  {
    name: 'ATTACHMENT_MB',
    value: '5',
    reads: (s) => s.attachments.maxBytes,
    before: 20 * MEGABYTE,
    after: 5 * MEGABYTE,
  },
  { name: 'IMPORT_MB', value: '5', reads: (s) => s.imports.maxBytes, before: 50 * MEGABYTE, after: 5 * MEGABYTE },
  { name: 'CLAMAV_URL', value: 'tcp://scanner:3310', reads: (s) => s.scanner !== null, before: false, after: true },
  { name: 'FILE_LINK_MINUTES', value: '1', reads: (s) => s.attachments.linkMinutes, before: 5, after: 1 },
  { name: 'DEMO', value: '0', reads: (s) => s.demo.load, before: true, after: false },
  { name: 'DEMO', value: '1', beside: OWN, reads: (s) => s.demo.load, before: false, after: true },
  { name: 'DEMO_SCALE', value: '10', reads: (s) => s.demo.scale, before: 1, after: 10 },
  { name: 'ROLE', value: 'worker', reads: (s) => s.role, before: 'all', after: 'worker' },
  {
    name: 'MAP_TILES_URL',
    value: TILES,
    reads: (s) => s.mapTiles,
    before: null,
    after: { url: TILES, attribution: '' },
  },
  {
    name: 'MAP_ATTRIBUTION',
    value: '© Tiles',
    beside: { MAP_TILES_URL: TILES },
    reads: (s) => s.mapTiles?.attribution,
    before: '',
    after: '© Tiles',
  },
  {
    name: 'CHAT_SHARE_URL',
    value: 'chat://share?url={link}',
    reads: (s) => s.chatShareUrl,
    before: null,
    after: 'chat://share?url={link}',
  },
  {
    name: 'SMTP_URL',
    value: MAIL.SMTP_URL,
    beside: { MAIL_FROM: MAIL.MAIL_FROM },
    reads: (s) => s.notify.mail?.url,
    before: undefined,
    after: MAIL.SMTP_URL,
  },
  {
    name: 'MAIL_FROM',
    value: 'Back Office <office@company.example>',
    beside: MAIL,
    reads: (s) => s.notify.mail?.from,
    before: MAIL.MAIL_FROM,
    after: 'Back Office <office@company.example>',
  },
  {
    name: 'CHAT_WEBHOOK_URL',
    value: CHAT.CHAT_WEBHOOK_URL,
    beside: { CHAT_WEBHOOK_SECRET: SECRET },
    reads: (s) => s.notify.chat?.url,
    before: undefined,
    after: CHAT.CHAT_WEBHOOK_URL,
  },
  {
    name: 'CHAT_WEBHOOK_SECRET',
    value: 'another-secret-17',
    beside: CHAT,
    reads: (s) => s.notify.chat?.secret,
    before: SECRET,
    after: 'another-secret-17',
  },
  { name: 'NOTIFY_GROUP_SECONDS', value: '0', reads: (s) => s.notify.groupSeconds, before: 120, after: 0 },
  { name: 'NOTIFICATION_DAYS', value: '30', reads: (s) => s.notify.days, before: 90, after: 30 },
  ...OUTGOING_VARIABLES,
  {
    name: 'SYNC_SECRET_ERP',
    value: 'whsec_x',
    beside: OWN,
    reads: (s) => s.sync.secrets.get('ERP'),
    before: undefined,
    after: 'whsec_x',
  },
  {
    name: 'SYNC_SECRETS_DIR',
    value: '/run/secrets',
    reads: (s) => s.sync.secretsDir,
    before: null,
    after: '/run/secrets',
  },
  {
    name: 'SYNC_HOSTS_OF_SECRETS',
    value: 'ERP=erp.one.com|erp.two.com',
    reads: (s) => s.sync.hostsOf.get('ERP'),
    before: undefined,
    after: new Set(['erp.one.com', 'erp.two.com']),
  },
  {
    name: 'SYNC_INTERNAL_HOSTS',
    value: 'one.internal, two.internal',
    beside: OWN,
    reads: (s) => s.sync.internalHosts,
    before: new Set(),
    after: new Set(['one.internal', 'two.internal']),
  },
  { name: 'SYNC_LOG_DAYS', value: '30', reads: (s) => s.sync.days, before: 90, after: 30 },
  { name: 'SESSION_MINUTES', value: '60', reads: (s) => s.session.lifetimeMinutes, before: 720, after: 60 },
  { name: 'POOL_SERVER', value: '8', reads: (s) => s.pool.server, before: 16, after: 8 },
  { name: 'POOL_WORKER', value: '8', reads: (s) => s.pool.worker, before: 4, after: 8 },
  { name: 'REQUESTS_PER_MINUTE', value: '9', reads: (s) => s.limits.requestsPerMinute, before: 120_000, after: 9 },
  { name: 'REQUESTS_PER_PERSON', value: '9', reads: (s) => s.limits.requestsPerPerson, before: 12_000, after: 9 },
  { name: 'LOWER_DATABASE_PRIORITY', value: '1', reads: (s) => s.lowersDatabase, before: false, after: true },
  { name: 'LOG_LEVEL', value: 'info', reads: (s) => s.logLevel, before: 'warn', after: 'info' },
  { name: 'DRAIN_SECONDS', value: '1', reads: (s) => s.drainSeconds, before: 10, after: 1 },
  { name: 'CLOCK_AT', value: AT, reads: (s) => s.clock?.at, before: undefined, after: new Date(AT) },
  { name: 'CLOCK_SINCE', value: AT, beside: CLOCK, reads: sinceThen, before: false, after: true },
  { name: 'NODE_ENV', value: 'production', beside: PRODUCTION, reads: (s) => s.production, before: false, after: true },
]

/** OIDC_ISSUER and OIDC_CLIENT_ID are accepted only together, so the other one is set with the one under test. */
function settingsOf(variable: Variable, isSet: boolean): Settings {
  const environment: Record<string, string> = { DATA_DIR: dataDir, ...variable.beside }
  if (variable.name === 'NODE_ENV' && !isSet) delete environment['NODE_ENV']
  if (variable.name === 'OIDC_ISSUER' && isSet) environment['OIDC_CLIENT_ID'] = 'office'
  if (variable.name === 'OIDC_CLIENT_ID' && isSet) environment['OIDC_ISSUER'] = PROVIDER.OIDC_ISSUER
  return readSettings(isSet ? { ...environment, [variable.name]: variable.value } : environment)
}

describe('an environment variable', () => {
  test.each(VARIABLES)('the variable $name has its default, and its effect when it is set', (variable) => {
    expect(variable.reads(settingsOf(variable, false))).toEqual(variable.before)
    expect(variable.reads(settingsOf(variable, true))).toEqual(variable.after)
  })

  test.each(SECRET_VARIABLES)('the variable %s is read from the file that its _FILE variable names', (name) => {
    const variable = VARIABLES.find((each) => each.name === name)!
    const file = join(dataDir, name)
    writeFileSync(file, `${variable.value}\n`)
    const environment = { DATA_DIR: dataDir, ...variable.beside, [name]: '', [`${name}_FILE`]: file }
    expect(variable.reads(readSettings(environment))).toEqual(variable.after)
  })

  test.each(['ALLOW_DEMO_PROVIDER', 'ALLOW_EMBEDDED_DATABASE'])(
    '%s=1 allows in production what is refused there otherwise',
    (name) => {
      const missing = name === 'ALLOW_DEMO_PROVIDER' ? OWN : PROVIDER
      const environment = { DATA_DIR: dataDir, NODE_ENV: 'production', ...missing }
      expect(() => readSettings(environment)).toThrow(name)
      expect(readSettings({ ...environment, [name]: '1' }).production).toBe(true)
    },
  )

  test('an empty variable counts as unset', () => {
    const empty = Object.fromEntries(VARIABLES.map(({ name }) => [name, '']))
    expect(readSettings({ ...empty, DATA_DIR: dataDir })).toEqual(readSettings({ DATA_DIR: dataDir }))
  })
})
