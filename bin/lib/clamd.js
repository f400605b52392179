// Finds the virus scanner of the tests, or installs it. The test that needs it starts it, on a socket in a temporary
// folder, with one signature of our own and without downloads.
import { spawnSync } from 'node:child_process'
import { fail } from './bootstrap.js'
import { findOrInstall } from './debian.js'

const PLACES = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd']

/** @param {string} file */
const runs = (file) => spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0

/** @returns {string} the program, or ends with the one command to type */
export function findClamd() {
  const given = process.env.CLAMD_PATH
  if (given) return runs(given) ? given : fail(`CLAMD_PATH=${given} is not a program that runs.`)
  return findOrInstall({
    find: () => PLACES.find(runs),
    packages: ['clamav-daemon'],
    what: 'virus scanner for the tests',
    elsewhere: 'install ClamAV, or set CLAMD_PATH.',
  })
}
