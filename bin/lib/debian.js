// Installs a Debian package where that needs no question; else says the one command to type.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { fail, say } from './bootstrap.js'

function isDebian() {
  try {
    return /^(ID|ID_LIKE)=.*debian/m.test(fs.readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** @param {string[]} packages */
const commandFor = (packages) => `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`

/** @param {string[]} packages */
function install(packages) {
  return spawnSync('sh', ['-c', commandFor(packages)], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
}

/**
 * Optional packages: where they cannot be installed the run continues.
 * @param {string[]} packages
 * @param {() => string | undefined} find
 * @param {() => () => void} before prepares the installation; returns a function that undoes that
 * @returns {string | undefined} the program
 */
export function installQuietly(packages, find, before = () => () => undefined) {
  if (!isDebian() || process.getuid?.() !== 0) return undefined
  say(`Installing ${packages.join(', ')} …`)
  const after = before()
  const { status } = install(packages)
  after()
  return status === 0 ? find() : undefined
}

/**
 * @param {{ find: () => string | undefined, packages: string[], what: string, elsewhere: string }} wanted `elsewhere` says
 *   what to do where there is no apt
 * @returns {string} the program, or ends with the one command to type
 */
export function findOrInstall({ find, packages, what, elsewhere }) {
  const found = find()
  if (found) return found
  const command = commandFor(packages)
  if (!isDebian()) return fail(`No ${what} here: ${elsewhere}`)
  if (process.getuid?.() !== 0) return fail(`No ${what} here. Type: sudo sh -c '${command}'`)
  say(`Installing ${what} (${packages.join(', ')}) …`)
  const { status, stderr } = install(packages)
  const installed = find()
  if (status === 0 && installed) return installed
  return fail(`${stderr.trim()}\nNo ${what} could be installed. Type: ${command}`)
}
