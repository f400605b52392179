// Finds a Chromium for pictures, figures and browser tests, or installs one where that needs no question.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fail } from './bootstrap.js'
import { findOrInstall, installQuietly } from './debian.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PACKAGES = ['chromium', 'fonts-noto-cjk']
/** The same browser without a window system: it renders only on request, for half the work (decision 042). */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']
const SHELL_PACKAGES = ['chromium-headless-shell', 'fonts-noto-cjk']

/** @param {string} file */
function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    // A stub that only says 'install the snap' is found too, and does not run.
    return process.platform === 'win32' || spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
  } catch {
    return false
  }
}

/** @param {string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) =>
    names.map((name) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)),
  )
}

/** @param {string[]} path below the folder of Playwright's own browsers */
function ofPlaywright(...path) {
  const playwright = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  return globSyncOrNone(join(playwright, ...path))
}

function candidates() {
  return [
    ...onPath(NAMES),
    ...ofPlaywright('chromium-*', 'chrome-linux*', 'chrome'),
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

function givenByName() {
  const given = process.env.CHROMIUM_PATH
  if (!given) return undefined
  return isProgram(given) ? given : fail(`CHROMIUM_PATH=${given} is not a program that runs.`)
}

/** @returns {string} the program that many tests run in; where there is no shell, the whole browser does */
export function findTestBrowser() {
  const find = () =>
    [...onPath(SHELL_NAMES), ...ofPlaywright('chromium_headless_shell-*', '*', '*headless*shell*')].find(isProgram)
  return givenByName() ?? find() ?? installQuietly(SHELL_PACKAGES, find) ?? findChromium()
}

/** @returns {string} the program, or ends with the one command to type */
export function findChromium() {
  return (
    givenByName() ??
    findOrInstall({
      find: () => candidates().find(isProgram),
      packages: PACKAGES,
      what: 'browser for the tests',
      elsewhere: 'install Chrome or Chromium, or set CHROMIUM_PATH.',
    })
  )
}
