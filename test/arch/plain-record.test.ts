import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the record shown in CONTRIBUTING is a complete record of the product with fewer than 60 lines', () => {
  const [, section = ''] = read('CONTRIBUTING.md').split('## A new plain record')
  const [shown = ''] = section.split('\n## ')
  const blocks = [...shown.matchAll(/```(?:ts|sql|tsv)\n(?:\/\/|--|#) (\S+)\n([^`]*)```/g)]
  expect(blocks.map(([, path]) => path?.split('/').at(-1))).toEqual([
    'business.record.ts',
    'records.en.ts',
    'records.zh.ts',
    expect.stringMatching(/\.sql$/),
    'budget.tsv',
  ])
  for (const [, path = '', text = ''] of blocks) expect(read(path), path).toContain(text.trimEnd())
  const [definition] = blocks
  expect(definition?.[2]).toBe(read(definition?.[1] ?? ''))
  const lines = blocks.flatMap(([, , text = '']) => text.split('\n')).filter((line) => line.trim() !== '')
  expect(lines.length).toBeLessThan(60)
})
