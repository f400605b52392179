// The tools of `npm run hostile`, from Debian; where they cannot be installed, their tests are skipped with a message.
import { spawnSync } from 'node:child_process'
import { installQuietly } from './debian.js'
import { say } from './bootstrap.js'

/** @param {string} program */
const find = (program) => (spawnSync(program, ['--version'], { timeout: 60_000 }).status === 0 ? program : undefined)

/** @returns {{ SQLMAP_PATH: string, WAPITI_PATH: string }} empty where one is not there */
export function findHostileTools() {
  const sqlmap = process.env.SQLMAP_PATH ?? find('sqlmap') ?? installQuietly(['sqlmap'], () => find('sqlmap'))
  const wapiti = process.env.WAPITI_PATH ?? find('wapiti') ?? installQuietly(['wapiti'], () => find('wapiti'))
  if (!sqlmap || !wapiti) say('Not tried: sqlmap or wapiti is not here (Debian: apt-get install sqlmap wapiti).')
  return { SQLMAP_PATH: sqlmap ?? '', WAPITI_PATH: wapiti ?? '' }
}
