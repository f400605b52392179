import { join, resolve } from 'node:path'
import type { ClockSetting } from '#kernel/base/clock/clock.ts'
import { type AuditAnchorTarget, readAuditAnchor } from './audit-anchor.ts'
import { type BucketSettings, readBucketUrl } from './bucket.ts'
import { readClock } from './clock.ts'
import { type FinanceReserve, readFinanceReserve } from './finance-reserve.ts'
import { type MapTiles, readMapTiles } from './map-tiles.ts'
import { readScannerUrl, type ScannerSettings } from './scanner.ts'
import { type DataCentres, readDataCentres } from './data-centres.ts'
import { DEMO_DATA_CENTRES, DEMO_FINANCE_PATH, DEMO_FINANCE_SECRET } from './demo-addresses.ts'
import { type Environment, ConfigReader } from './reader.ts'
import { secretsProblem, withSecretFiles } from './secret-files.ts'
import { readSyncConfig, type SyncConfig } from './sync.ts'

export type Role = 'all' | 'server' | 'worker'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Channels that notify people outside the pages; a channel that is null is not set up. */
export interface NotifyConfig {
  readonly mail: { readonly url: string; readonly from: string } | null
  readonly chat: { readonly url: string; readonly secret: string } | null
  /** Notifications of a person within this time are grouped into one message. */
  readonly groupSeconds: number
  /** How long notifications are kept. */
  readonly days: number
}

/** Settings that do not depend on where the database is; the launcher reads them before it starts one. */
export interface Settings {
  readonly production: boolean
  /** Where the clock of the product starts, for tests and dry runs. Null: it is the machine's. */
  readonly clock: ClockSetting | null
  readonly host: string
  readonly port: number
  /** The address people type, without a slash at the end; links and sign-in return to it. */
  readonly publicUrl: string
  /** Absolute path. */
  readonly dataDir: string
  /** Null: the embedded database of `dataDir`. */
  readonly databaseUrl: string | null
  /** Connection to the same database as its owner, for migrations. Null: the same as `databaseUrl`. */
  readonly migrationUrl: string | null
  readonly role: Role
  readonly demo: {
    /** Load the demonstration company when the database is empty. */
    readonly load: boolean
    /** Multiplies the operational data, for load tests. */
    readonly scale: number
  }
  readonly oidc: {
    readonly issuer: string
    readonly clientId: string
    readonly clientSecret: string
    /** True: this process is the provider, under `/oidc`; its client secret is made and kept in the database. */
    readonly builtIn: boolean
    /** The claim of the identity provider that holds the account name. */
    readonly accountClaim: string
  }
  /** Absolute path; several machines may share the folder. */
  readonly filesDir: string
  /** Replaces the folder when set. */
  readonly bucket: BucketSettings | null
  /** The virus scanner that every upload passes. Null: none is set up. */
  readonly scanner: ScannerSettings | null
  readonly downloads: {
    /** An export of this many rows or more is refused (spec section 9). */
    readonly rows: number
    /** An export of at most this many rows is answered in its own call, without a background task. */
    readonly atOnce: number
    /** How long an export may take. */
    readonly minutes: number
    /** How long a file of the download centre is kept. */
    readonly days: number
  }
  /** True when the database runs on this machine: its connections that serve exports then run at lower priority, too. */
  readonly lowersDatabase: boolean
  readonly imports: {
    /** Largest uploaded file; a proxy in front of this process must accept as much. */
    readonly maxBytes: number
  }
  /** Where the head of the audit chain is published, and how often at most. */
  readonly auditAnchor: { readonly targets: readonly AuditAnchorTarget[]; readonly minutes: number }
  /** A drafter may urge the assignees of their document once in so many hours. */
  readonly urgeHours: number
  readonly attachments: {
    /** Largest single file; a proxy in front of this process must accept as much. */
    readonly maxBytes: number
    /** How long a link to look at a file is good. */
    readonly linkMinutes: number
  }
  readonly session: { readonly lifetimeMinutes: number }
  /** Source of map tiles. Null: maps are drawn without a background. */
  readonly mapTiles: MapTiles | null
  /** The finance system that approved documents are pushed to. Null: nothing is pushed. */
  readonly financePush: { readonly url: string; readonly secret: string; readonly timeoutSeconds: number } | null
  /** The regional data centres that documents of their regions are pushed to. */
  readonly dataCentrePush: DataCentres
  /** The finance system that confirms reserves. Null: each reserve is Occupied at once. */
  readonly financeReserve: FinanceReserve | null
  /** Settings of the synchronization of records with other systems. */
  readonly sync: SyncConfig
  /** Deep link that opens the team chat, with `{title}`, `{link}` and `{id}` in it. Null: nothing is shared. */
  readonly chatShareUrl: string | null
  readonly notify: NotifyConfig
  /** A proxy in front of this process sets X-Forwarded-*; without one these headers are ignored. */
  readonly trustProxy: boolean
  /** `info` also writes one line for each request. */
  readonly logLevel: LogLevel
  /** Connections of this process by use. Over all processes they stay below the server's `max_connections`. */
  readonly pool: { readonly server: number; readonly worker: number }
  readonly limits: {
    /** Requests that one address may send in a minute, over all processes. */
    readonly requestsPerMinute: number
    /** Requests that one person may send in a minute, over all of their sessions. */
    readonly requestsPerPerson: number
  }
  /** Grace period for running requests when the process is asked to stop. */
  readonly drainSeconds: number
}

export interface Config extends Settings {
  readonly databaseUrl: string
}

/** The environment is invalid; the message is one line for the person who started the process. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

function readOidc(reader: ConfigReader, publicUrl: string): Settings['oidc'] {
  const issuer = reader.url('OIDC_ISSUER', ['https:', 'http:'])
  const clientId = reader.text('OIDC_CLIENT_ID')
  const clientSecret = reader.text('OIDC_CLIENT_SECRET')
  const accountClaim = reader.text('OIDC_ACCOUNT_CLAIM') ?? 'preferred_username'
  if (issuer === undefined) {
    if (clientId !== undefined || clientSecret !== undefined) {
      reader.problems.push('OIDC_CLIENT_ID and OIDC_CLIENT_SECRET need OIDC_ISSUER beside them')
    }
    return { issuer: `${publicUrl}/oidc`, clientId: 'back-office', clientSecret: '', builtIn: true, accountClaim }
  }
  if (clientId === undefined) reader.problems.push('OIDC_ISSUER needs OIDC_CLIENT_ID beside it')
  return {
    issuer: reader.text('OIDC_ISSUER') ?? issuer.href,
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    builtIn: false,
    accountClaim,
  }
}

/** A demonstration pushes to a finance system that this process plays itself. */
function demoFinance(publicUrl: string): Settings['financePush'] {
  return { url: `${publicUrl}${DEMO_FINANCE_PATH}`, secret: DEMO_FINANCE_SECRET, timeoutSeconds: 10 }
}

function readFinancePush(reader: ConfigReader): Settings['financePush'] {
  const url = reader.url('FINANCE_PUSH_URL', ['https:', 'http:'])
  const secret = reader.text('FINANCE_PUSH_SECRET')
  const timeoutSeconds = reader.integer('FINANCE_PUSH_TIMEOUT_SECONDS', 10, 1, 120)
  if ((url === undefined) !== (secret === undefined))
    reader.problems.push('FINANCE_PUSH_URL and FINANCE_PUSH_SECRET belong together: a message is never sent unsigned')
  return url && secret ? { url: url.href, secret, timeoutSeconds } : null
}

/** Reads a variable whose address has a form of its own: `parse` returns the problem as a text. */
function readAddress<T extends object>(
  reader: ConfigReader,
  name: string,
  parse: (text: string) => T | string,
): T | null {
  const text = reader.text(name)
  const found = text === undefined ? null : parse(text)
  if (typeof found !== 'string') return found
  reader.problems.push(`${name} ${found}`)
  return null
}

/** Returns the text unchanged, because the driver accepts forms that `URL` would write differently. */
function readDatabaseUrl(reader: ConfigReader, name: string): string | undefined {
  const url = reader.url(name, ['postgres:', 'postgresql:'])
  // The driver would use them instead of the options that the pool sets on every connection.
  if (url?.searchParams.has('options'))
    reader.problems.push(`${name} must not carry options: every connection is opened with those that the product needs`)
  return reader.text(name)
}

/** Schemes that would run a script or show content instead of opening a chat. */
const NOT_A_CHAT = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'])

/** Any scheme of an installed chat will do: `chat://share?text={title}&url={link}`. */
function readChatShareUrl(reader: ConfigReader): string | null {
  const template = reader.text('CHAT_SHARE_URL')
  if (template === undefined) return null
  const places: readonly string[] = template.match(/\{\w*\}/g) ?? []
  const filled = URL.parse(template.replaceAll(/\{\w*\}/g, 'x'))
  const isKnown = places.every((place) => ['{title}', '{link}', '{id}'].includes(place))
  if (filled && !NOT_A_CHAT.has(filled.protocol) && isKnown && places.includes('{link}')) return template
  reader.problems.push(
    'CHAT_SHARE_URL must be an address with {link} in it, and {title} and {id} where the chat takes them',
  )
  return null
}

/** One mail address, with or without a display name: `Back Office <office@company.example>`. */
const SENDER = /^(?:[^<>\r\n]*<)?[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+>?$/
/** A secret that is shorter can be guessed by trying. */
const SECRET_LETTERS = 16

function readNotify(reader: ConfigReader): NotifyConfig {
  const smtp = reader.url('SMTP_URL', ['smtp:', 'smtps:'])
  const from = reader.text('MAIL_FROM')
  if (smtp && from === undefined)
    reader.problems.push('SMTP_URL needs MAIL_FROM beside it, the address that mail comes from')
  if (from !== undefined && !SENDER.test(from)) {
    reader.problems.push('MAIL_FROM must be an address, such as Back Office <office@company.example>')
  }
  const chat = reader.url('CHAT_WEBHOOK_URL', ['https:', 'http:'])
  const secret = reader.text('CHAT_WEBHOOK_SECRET')
  if (chat && (secret === undefined || secret.length < SECRET_LETTERS)) {
    reader.problems.push(`CHAT_WEBHOOK_URL needs CHAT_WEBHOOK_SECRET beside it, of ${SECRET_LETTERS} letters or more`)
  }
  return {
    mail: smtp && from !== undefined ? { url: smtp.href, from } : null,
    chat: chat && secret !== undefined ? { url: chat.href, secret } : null,
    groupSeconds: reader.integer('NOTIFY_GROUP_SECONDS', 120, 0, 3600),
    days: reader.integer('NOTIFICATION_DAYS', 90, 1, 3650),
  }
}

/** Refuses in production what only a demonstration may do, unless the owner of the installation allows it. */
function refuseInProduction(reader: ConfigReader, builtInProvider: boolean, embedded: boolean): void {
  if (builtInProvider && !reader.allowed('DEMO_PROVIDER')) {
    reader.problems.push('production needs OIDC_ISSUER (or ALLOW_DEMO_PROVIDER=1 for the demonstration provider)')
  }
  if (embedded && !reader.allowed('EMBEDDED_DATABASE')) {
    reader.problems.push('production needs DATABASE_URL (or ALLOW_EMBEDDED_DATABASE=1 for the embedded database)')
  }
}

export function readSettings(given: Environment): Settings {
  const problems: string[] = []
  const environment = withSecretFiles(given, problems)
  const reader = new ConfigReader(environment, problems)
  const production = reader.text('NODE_ENV') === 'production'
  const port = reader.integer('PORT', 8080, 1, 65_535)
  const publicUrl = (reader.url('PUBLIC_URL', ['https:', 'http:'])?.href ?? `http://localhost:${port}`).replace(
    /\/+$/,
    '',
  )
  const dataDir = resolve(reader.text('DATA_DIR') ?? '.data')
  const databaseUrl = readDatabaseUrl(reader, 'DATABASE_URL')
  const embedded = databaseUrl === undefined
  const migrationUrl = readDatabaseUrl(reader, 'MIGRATION_DATABASE_URL') ?? null
  if (embedded && migrationUrl !== null)
    reader.problems.push(
      'MIGRATION_DATABASE_URL needs DATABASE_URL beside it: the embedded database has both by itself',
    )
  const oidc = readOidc(reader, publicUrl)
  const demo = {
    load: reader.flag('DEMO', embedded && !production),
    scale: reader.integer('DEMO_SCALE', 1, 1, 10_000),
  }
  for (const name of ['CHAT_WEBHOOK_SECRET', 'FINANCE_PUSH_SECRET', 'FINANCE_RESERVE_SECRET'])
    problems.push(...[secretsProblem(name, reader.text(name))].filter((problem) => problem !== null))
  if (production) refuseInProduction(reader, oidc.builtIn, embedded)
  const rest = {
    clock: readClock(reader, production),
    // A demonstration listens on this machine only; production listens on all addresses by default.
    host: reader.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    role: reader.oneOf<Role>('ROLE', ['all', 'server', 'worker'], 'all'),
    demo,
    trustProxy: reader.flag('TRUST_PROXY', false),
    logLevel: reader.oneOf<LogLevel>('LOG_LEVEL', logLevels, 'warn'),
    chatShareUrl: readChatShareUrl(reader),
    financePush: readFinancePush(reader) ?? (demo.load ? demoFinance(publicUrl) : null),
    dataCentrePush: readDataCentres(reader, demo.load ? { url: publicUrl, codes: DEMO_DATA_CENTRES } : null),
    financeReserve: readFinanceReserve(reader, demo.load ? publicUrl : null),
    sync: {
      ...readSyncConfig(environment, reader.problems, demo.load ? publicUrl : null),
      days: reader.integer('SYNC_LOG_DAYS', 90, 1, 3650),
    },
    mapTiles: readMapTiles(reader.text('MAP_TILES_URL'), reader.text('MAP_ATTRIBUTION'), reader.problems),
    bucket: readAddress(reader, 'FILES_URL', readBucketUrl),
    scanner: readAddress(reader, 'CLAMAV_URL', readScannerUrl),
    notify: readNotify(reader),
    session: { lifetimeMinutes: reader.integer('SESSION_MINUTES', 720, 1, 43_200) },
    pool: {
      server: reader.integer('POOL_SERVER', 16, 1, 500),
      worker: reader.integer('POOL_WORKER', 4, 3, 500),
    },
    downloads: {
      rows: reader.integer('EXPORT_ROWS', 1_000_000, 1, 1_000_000),
      atOnce: reader.integer('EXPORT_AT_ONCE', 5_000, 0, 100_000),
      minutes: reader.integer('EXPORT_MINUTES', 60, 1, 1_440),
      days: reader.integer('DOWNLOAD_DAYS', 7, 1, 90),
    },
    lowersDatabase: reader.flag('LOWER_DATABASE_PRIORITY', false),
    imports: { maxBytes: reader.integer('IMPORT_MB', 50, 1, 500) * 1024 * 1024 },
    auditAnchor: {
      targets: readAddress(reader, 'AUDIT_ANCHOR', readAuditAnchor)?.targets ?? [],
      minutes: reader.integer('AUDIT_ANCHOR_MINUTES', 60, 1, 1_440),
    },
    urgeHours: reader.integer('URGE_HOURS', 4, 1, 720),
    attachments: {
      maxBytes: reader.integer('ATTACHMENT_MB', 20, 1, 200) * 1024 * 1024,
      linkMinutes: reader.integer('FILE_LINK_MINUTES', 5, 1, 60),
    },
    limits: {
      requestsPerMinute: reader.integer('REQUESTS_PER_MINUTE', 120_000, 1, 10_000_000),
      requestsPerPerson: reader.integer('REQUESTS_PER_PERSON', 12_000, 1, 10_000_000),
    },
    drainSeconds: reader.integer('DRAIN_SECONDS', 10, 0, 600),
  }
  if (rest.notify.mail === null && rest.auditAnchor.targets.some(({ kind }) => kind === 'mail'))
    reader.problems.push('AUDIT_ANCHOR with mailto: needs SMTP_URL and MAIL_FROM')
  if (reader.problems.length > 0) throw new ConfigError(reader.problems.join('; '))
  return {
    ...rest,
    production,
    port,
    publicUrl,
    dataDir,
    databaseUrl: databaseUrl ?? null,
    migrationUrl,
    oidc,
    filesDir: resolve(reader.text('FILES_DIR') ?? join(dataDir, 'files')),
  }
}

/** The configuration of a process that serves: its database is known (the launcher sets DATABASE_URL when it embeds one). */
export function readConfig(environment: Environment = process.env): Config {
  const settings = readSettings(environment)
  if (settings.databaseUrl === null)
    throw new ConfigError('DATABASE_URL is not set; npm start sets it for the embedded database')
  return { ...settings, databaseUrl: settings.databaseUrl }
}
