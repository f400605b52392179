import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingTests, namedTests } from './support/named-tests.ts'

// docs/security.md says where each requirement of the standard is met: the files and tests that it names must exist.

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

const STATES = ['met', 'outside', 'n/a', 'not met']
/** The number of requirements of levels 1 and 2 in ASVS 5.0.0. */
const REQUIREMENTS = 253

const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [, id = '', asks = '', state = '', where = ''] = line.split('|').map((cell) => cell.trim())
    return { id, asks, state, where }
  })

test('the security page lists each requirement once with its question and state', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(rows.length).toBe(REQUIREMENTS)
  expect(rows.filter(({ state }) => !STATES.includes(state))).toEqual([])
  expect(rows.filter(({ asks, where }) => asks === '' || where === '').map(({ id }) => id)).toEqual([])
})

test('every test that the security page names exists', () => {
  expect(namedTests(page).length).toBeGreaterThan(150)
  expect(missingTests(page)).toEqual([])
})
