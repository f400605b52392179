// Finds a LibreOffice that converts spreadsheets without a window, or installs one where that needs no question.
import { existsSync } from 'node:fs'
import { fail } from './bootstrap.js'
import { findOrInstall } from './debian.js'

const PLACES = [
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/opt/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
]
/** Without the spreadsheet part the program exists but converts nothing. */
const CALC = '/usr/lib/libreoffice/program/libsclo.so'

function place() {
  return PLACES.find((file) => existsSync(file) && (!file.startsWith('/usr/bin') || existsSync(CALC)))
}

/** @returns {string} the program, or ends with the one command to type */
export function findOffice() {
  const given = process.env.SOFFICE_PATH
  if (given) return existsSync(given) ? given : fail(`SOFFICE_PATH=${given} is not there.`)
  return findOrInstall({
    find: place,
    packages: ['libreoffice-calc-nogui', 'fonts-noto-cjk'],
    what: 'LibreOffice',
    elsewhere: 'install LibreOffice, or set SOFFICE_PATH.',
  })
}
