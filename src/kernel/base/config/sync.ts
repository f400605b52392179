import { resolve } from 'node:path'
import { DEMO_SYSTEM_PATH, DEMO_SYSTEM_SECRET } from './demo-addresses.ts'

/** Settings of the synchronization of records with other systems. */
export interface SyncConfig {
  /** Secrets by the name under which a system's settings refer to them; the values leave no process of the product. */
  readonly secrets: ReadonlyMap<string, string>
  /** A folder with one file for each secret, read at each use, so that a replaced secret needs no restart. */
  readonly secretsDir: string | null
  /** Hosts that each secret is restricted to, so that whoever edits a system's address cannot send its secret elsewhere. */
  readonly hostsOf: ReadonlyMap<string, ReadonlySet<string>>
  /** Hosts in an internal network that calls may be sent to all the same. */
  readonly internalHosts: ReadonlySet<string>
  /** A demonstration itself answers for hosts of a reserved domain. */
  readonly demoAddress: { readonly suffix: string; readonly url: string } | null
  /** Days for which finished entries stay in the logs. */
  readonly days: number
}

const PREFIX = 'SYNC_SECRET_'
const NAME = /^[A-Z][A-Z0-9_]{0,39}$/
/** A reserved top-level domain: no name below it resolves. */
const NOBODYS = '.example'
const HOST = /^[a-z0-9.:-]{1,253}$/

/** Reads the variables of the synchronization. `demoUrl`: the address of a demonstration, null outside one. */
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
