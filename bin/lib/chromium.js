// Finds a Chromium for the browser tests, or installs one where that needs no question.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fail } from './bootstrap.js'
import { findOrInstall } from './debian.js'

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

/** @returns {string} the program, or ends with the one command to type */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return isProgram(given) ? given : fail(`CHROMIUM_PATH=${given} is not a program that runs.`)
  return findOrInstall({
    find: () => candidates().find(isProgram),
    packages: PACKAGES,
    what: 'browser for the tests',
    elsewhere: 'install Chrome or Chromium, or set CHROMIUM_PATH.',
  })
}
