// Finds the oldest PostgreSQL that docs/operations.md promises, or installs it; where it cannot be installed, its tests
// are skipped with a message.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installQuietly } from './debian.js'
import { fail, say } from './bootstrap.js'

const FOLDER = '/usr/lib/postgresql/15/bin'
const PACKAGE = 'postgresql-15'
const SETTINGS = '/etc/postgresql-common/createcluster.d'

/** @param {string} folder */
const runs = (folder) => spawnSync(join(folder, 'postgres'), ['--version'], { timeout: 20_000 }).status === 0

/** Debian's package creates a server on port 5432 and starts it, unless told not to during installation. */
function withoutServer() {
  const file = join(SETTINGS, 'back-office-tests.conf')
  mkdirSync(SETTINGS, { recursive: true })
  writeFileSync(file, 'create_main_cluster = false\n')
  return () => rmSync(file, { force: true })
}

/** @returns {string} the folder of its programs; empty where it is not there */
export function findOldestPostgresql() {
  const given = process.env.OLDEST_POSTGRESQL_PATH
  if (given) return runs(given) ? given : fail(`OLDEST_POSTGRESQL_PATH=${given} is no folder of PostgreSQL's programs.`)
  const find = () => (runs(FOLDER) ? FOLDER : undefined)
  const found = find() ?? installQuietly([PACKAGE], find, withoutServer)
  if (!found) say(`Not tried: PostgreSQL 15 is not here (Debian 12: apt-get install ${PACKAGE}).`)
  return found ?? ''
}
