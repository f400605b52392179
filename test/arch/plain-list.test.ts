import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the list shown in CONTRIBUTING is a complete list of the product in two files and one line', () => {
  const [, section = ''] = read('CONTRIBUTING.md').split('## A new list')
  const [shown = ''] = section.split('\n## ')
  const blocks = [...shown.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)]
  expect(blocks.map(([, path]) => path?.split('/').at(-1))).toEqual([
    'audit.list.ts',
    'entry.routes.ts',
    'auditing.lists.ts',
  ])
  for (const [, path = '', text = ''] of blocks) expect(read(path), path).toContain(text.trimEnd())
  const [declaration] = blocks
  expect(declaration?.[2]).toBe(read(declaration?.[1] ?? ''))
})
