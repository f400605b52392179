import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AnyRecord, formFields } from '#kernel/engine/record/definition.ts'

// A field that the server asks for and the form does not have can never be filled in: nothing of this kind can be saved.

async function allRecords(): Promise<readonly AnyRecord[]> {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('src/areas/*/records/*-records.ts', { cwd: root })
  const lists = files.map((file) => import(join(root, file)) as Promise<{ readonly records: readonly AnyRecord[] }>)
  return (await Promise.all(lists)).flatMap(({ records }) => records)
}

test('the form of a new record has every field that the server requires', async () => {
  const records = await allRecords()
  expect(records.length).toBeGreaterThan(30)
  const missing = records.flatMap((record) => {
    const form = formFields(record, null)
    return (
      Object.entries(record.fields)
        .filter(([name, { required, computed }]) => required && !computed && !(name in form))
        // A composed key is made of other fields.
        .filter(([name]) => !(record.keyOf && name === record.key))
        .map(([name]) => `${record.name}.${name}`)
    )
  })
  expect(missing).toEqual([])
})
