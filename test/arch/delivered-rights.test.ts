import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from '#app/areas.ts'
import { kernelRights } from '#kernel/platform/access/rights.ts'
import { readDeliveredRights } from '#kernel/platform/db/schema/deliver-rights.ts'

const root = join(import.meta.dirname, '../..')
const delivered = readDeliveredRights()
const declared = new Map<string, readonly string[]>([
  ['kernel', Object.keys(kernelRights)],
  ...areas.map(({ name, rights }) => [name, Object.keys(rights)] as const),
])

test.each([...declared].filter(([, rights]) => rights.length > 0))(
  'db/rights/%s.tsv lists each right of its area once with the roles that get it',
  (name, rights) => {
    expect(
      delivered
        .get(name)
        ?.map(({ right }) => right)
        .toSorted(),
    ).toEqual(rights.toSorted())
  },
)

test('every file of delivered rights belongs to an area or the kernel', () => {
  expect([...delivered.keys()].filter((name) => !declared.has(name))).toEqual([])
})

test('every role of the delivered rights exists in a new database', () => {
  const rows = readFileSync(join(root, 'db/baseline/17-rows.sql'), 'utf8')
  const [, roles = ''] = /insert into role \([^)]*\) values\n([^;]*);/.exec(rows) ?? []
  const later = globSync('db/migrations/*.sql', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^insert into role \([^)]*\) values \('(\w+)'/gm)].map(
      ([, role]) => role,
    ),
  )
  const known = new Set([...[...roles.matchAll(/^\s*\('(\w+)'/gm)].map(([, role]) => role), ...later])
  expect(known.size).toBeGreaterThan(20)
  const named = new Set([...delivered.values()].flat().flatMap((right) => right.roles))
  expect([...named].filter((role) => !known.has(role))).toEqual([])
})
