import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RecordWorld, recordWorld, records } from '#test/helpers/record-world.ts'
import { isDeletedOnlyWhileUnused } from './every-record/deleting.ts'
import { comesAndGoesAsFile } from './every-record/files.ts'
import { isRead } from './every-record/reading.ts'
import { keepsItsScope } from './every-record/scope.ts'
import { saysEverything } from './every-record/texts.ts'
import { isWritten } from './every-record/writing.ts'

// Laws of every record, whichever area declares it: a new one is included as soon as its area names it.

let world: RecordWorld

beforeAll(async () => {
  world = await recordWorld()
})

afterAll(() => world?.close())

it('every record definition of the product is found and has a file name of its own', () => {
  expect(records.map(({ name }) => name)).toEqual(expect.arrayContaining(['project', 'customerChannel', 'department']))
  expect(new Set(records.map(({ file }) => file)).size).toBe(records.length)
})

describe.each(records.map((record) => [record.name, record] as const))('%s', (_, record) => {
  const its = () => world
  saysEverything(record, its)
  isRead(record, its)
  comesAndGoesAsFile(record, its)
  keepsItsScope(record, its)
  isWritten(record, its)
  isDeletedOnlyWhileUnused(record, its)
})
