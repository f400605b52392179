import { resolve } from 'node:path'
import { DEMO_SYSTEM_PATH, DEMO_SYSTEM_SECRET } from './demo-system-address.ts'

/** How other systems are told and asked of records. */
export interface SyncConfig {
  /** By the name that a system says in the product; the values never leave the worker. */
  readonly secrets: ReadonlyMap<string, string>
  /** A folder with a file for each secret, looked at whenever one is needed: one that is replaced needs no restart. */
  readonly secretsDir: string | null
  /** The hosts that a secret may be used with, where that was said: whoever edits a system's address cannot send it elsewhere. */
  readonly hostsOf: ReadonlyMap<string, ReadonlySet<string>>
  /** Hosts that may be spoken to although they are in a network of ours. */
  readonly internalHosts: ReadonlySet<string>
  /** A demonstration answers itself for hosts that can be nobody's. */
  readonly demoAddress: { readonly suffix: string; readonly url: string } | null
  /** How long what is over stays in the logs. */
  readonly days: number
}

const PREFIX = 'SYNC_SECRET_'
const NAME = /^[A-Z][A-Z0-9_]{0,39}$/
/** Reserved for examples: no name below it leads anywhere. */
const NOBODYS = '.example'
const HOST = /^[a-z0-9.:-]{1,253}$/

/** Reads what the environment says of synchronizations. `demoUrl`: where a demonstration is reached, null outside one. */
export function readSyncConfig(
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
  demoUrl: string | null,
): Omit<SyncConfig, 'days'> {
  const text = (name: string) => environment[name]?.trim() || undefined
  const secrets = new Map<string, string>(demoUrl === null ? [] : [['DEMO', DEMO_SYSTEM_SECRET]])
  for (const name of Object.keys(environment)) {
    const value = text(name)
    if (!name.startsWith(PREFIX) || value === undefined) continue
    const called = name.slice(PREFIX.length)
    if (NAME.test(called)) secrets.set(called, value)
    else problems.push(`${name}: a secret is called by capital letters, digits and _, at most 40`)
  }
  const hosts = (text('SYNC_INTERNAL_HOSTS') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((host) => host !== '')
  for (const host of hosts.filter((each) => !HOST.test(each)))
    problems.push(`SYNC_INTERNAL_HOSTS must be names of hosts with commas between them, not '${host}'`)
  const hostsOf = readHosts(text('SYNC_HOSTS_OF_SECRETS') ?? '', problems)
  const folder = text('SYNC_SECRETS_DIR')
  const own = demoUrl === null ? [] : [new URL(demoUrl).hostname]
  return {
    secrets,
    hostsOf,
    secretsDir: folder === undefined ? null : resolve(folder),
    internalHosts: new Set([...hosts, ...own]),
    demoAddress: demoUrl === null ? null : { suffix: NOBODYS, url: `${demoUrl}${DEMO_SYSTEM_PATH}` },
  }
}

/** `ERP=erp.one.com,ERP_TOKEN=erp.one.com|erp.two.com` */
function readHosts(text: string, problems: string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>()
  for (const entry of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const [name = '', ...rest] = entry.split('=')
    const hosts = rest.join('=').toLowerCase().split('|')
    if (NAME.test(name) && hosts.every((host) => HOST.test(host))) found.set(name, new Set(hosts))
    else
      problems.push(`SYNC_HOSTS_OF_SECRETS must be names of secrets with their hosts, NAME=host|host, not '${entry}'`)
  }
  return found
}
