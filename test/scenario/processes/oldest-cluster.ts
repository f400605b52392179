import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { identityFor } from '#kernel/platform/db/embedded/embedded-binaries.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { until } from '#test/helpers/until.ts'

/** Debian's package of the oldest PostgreSQL that docs/operations.md promises; `npm test` installs it where that needs no question. */
export const OLDEST = process.env['OLDEST_POSTGRESQL_PATH'] || '/usr/lib/postgresql/15/bin'
export const hasOldest = existsSync(join(OLDEST, 'postgres'))

export interface Cluster {
  /** Connection string of a database there, as its superuser or as another role. */
  url(database: string, role?: { readonly name: string; readonly password: string }): string
  /** The same through the server's socket. */
  socketUrl(database: string, role: { readonly name: string; readonly password: string }): string
  /** Runs as the superuser. */
  query<T>(database: string, text: string): Promise<T[]>
  stop(): Promise<void>
}

/** Settings of the server that differ from those of the embedded one: the product may rely on none of them. */
const ELSEWHERE = ['timezone=Asia/Kolkata', 'datestyle=SQL, DMY', 'default_transaction_isolation=serializable']
const PASSWORD = 'of-the-superuser'

/**
 * A new cluster as people have one: Debian's defaults, and sorting by a language's rules instead of by bytes. Only
 * waiting for the disk is turned off.
 *
 * @param folder a new one
 * @param tls files of a certificate; then only encrypted connections are accepted
 */
export async function startOldest(
  folder: string,
  tls?: { readonly certificate: string; readonly key: string },
): Promise<Cluster> {
  mkdirSync(folder, { mode: 0o755 })
  const data = join(folder, 'data')
  const program = (name: string) => join(OLDEST, name)
  const identity = identityFor(data, {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
  })
  const own = (file: string) => {
    chmodSync(file, 0o600)
    if (identity.account) chownSync(file, identity.account.uid, identity.account.gid)
  }
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, PASSWORD)
  own(passwordFile)
  if (identity.account) chownSync(folder, identity.account.uid, identity.account.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const first = [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    ...locale,
  ]
  const made = run(identity.command(program('initdb'), [...first, '--no-sync']))
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  if (tls) {
    own(tls.key)
    const lines = ['hostssl all all 127.0.0.1/32 scram-sha-256', 'local all all scram-sha-256']
    writeFileSync(join(data, 'pg_hba.conf'), `${lines.join('\n')}\n`)
  }
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'full_page_writes=off',
    ...ELSEWHERE,
    ...(tls ? ['ssl=on', `ssl_cert_file=${tls.certificate}`, `ssl_key_file=${tls.key}`] : []),
  ]
  const server = serve(
    identity.command(program('postgres'), [
      '-D',
      data,
      '-p',
      String(port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ]),
  )
  const checked = tls ? `?sslmode=verify-full&sslrootcert=${tls.certificate}` : ''
  const cluster: Cluster = {
    url: (database, { name, password } = { name: 'postgres', password: PASSWORD }) =>
      `postgres://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}${checked}`,
    socketUrl: (database, { name, password }) =>
      `postgres:///${database}?host=${folder}&port=${port}&user=${name}&password=${encodeURIComponent(password)}`,
    async query<T>(database: string, text: string) {
      const client = new pg.Client({ connectionString: cluster.url(database) })
      try {
        await client.connect()
        return (await client.query(text)).rows as T[]
      } finally {
        await client.end()
      }
    },
    async stop() {
      server.child.kill('SIGINT')
      await server.ended
    },
  }
  const answers = () =>
    cluster.query('postgres', 'select').then(
      () => true,
      () => false,
    )
  await until(answers, () => `PostgreSQL 15 does not answer: ${server.log()}`)
  return cluster
}

type Command = ReturnType<ReturnType<typeof identityFor>['command']>

/** The working directory must be a folder that the account may enter. */
function run({ file, args, ...as }: Command) {
  return spawnSync(file, args, { ...as, cwd: '/', encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
}

function serve({ file, args, ...as }: Command): { child: ChildProcess; ended: Promise<unknown>; log(): string } {
  const child = spawn(file, args, { ...as, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)))
  return { child, ended: new Promise((done) => child.once('exit', done)), log: () => log }
}
