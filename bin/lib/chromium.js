// Finds a Chromium for the browser tests, or installs one where that needs no question.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fail, say } from './bootstrap.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PACKAGES = ['chromium', 'fonts-noto-cjk']

/** @param {string} file */
function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    // A stub that only says 'install the snap' is there too, and does not run.
    return process.platform === 'win32' || spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
  } catch {
    return false
  }
}

function candidates() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const playwright = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  return [
    ...folders.flatMap((folder) =>
      NAMES.map((name) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)),
    ),
    ...globSyncOrNone(join(playwright, 'chromium-*', 'chrome-linux*', 'chrome')),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ]
}

/** @param {string} pattern */
function globSyncOrNone(pattern) {
  // Node 20 has no glob; there the browsers on the path are enough.
  return typeof fs.globSync === 'function' ? fs.globSync(pattern) : []
}

function isDebian() {
  try {
    return /^(ID|ID_LIKE)=.*debian/m.test(fs.readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** @returns {string} the program, or ends with the one command to type */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return isProgram(given) ? given : fail(`CHROMIUM_PATH=${given} is not a program that runs.`)
  const found = candidates().find(isProgram)
  if (found) return found
  const install = `apt-get update && apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`
  if (!isDebian()) return fail('No Chromium here: install Chrome or Chromium, or set CHROMIUM_PATH.')
  if (process.getuid?.() !== 0) return fail(`No Chromium here. Type: sudo sh -c '${install}'`)
  say(`Installing a browser for the tests (${PACKAGES.join(', ')}) …`)
  const { status, stderr } = spawnSync('sh', ['-c', install], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  const installed = candidates().find(isProgram)
  if (status === 0 && installed) return installed
  return fail(`${stderr.trim()}\nNo Chromium could be installed. Type: ${install}`)
}
