import { expect, it } from 'vitest'
import { en as pagesEn } from '#kernel/web/console/notify/locale/en.ts'
import { zh as pagesZh } from '#kernel/web/console/notify/locale/zh.ts'
import { KINDS } from './kinds.ts'
import { en } from './locale/en.ts'
import { zh } from './locale/zh.ts'

const leaves = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, entry]) => leaves(entry, `${path}.${key}`))
    : [[path, String(value)]]
const params = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => `${match[1]}`).toSorted()

it.each([
  ['messages', en, zh],
  ['pages', pagesEn, pagesZh],
])('notification texts %s have the same parameters in both languages', (_name, english, chinese) => {
  const other = new Map(leaves(chinese))
  for (const [path, text] of leaves(english))
    expect([path, params(other.get(path) ?? '')]).toEqual([path, params(text)])
})

it('every kind of notification belongs to one group', () => {
  expect(KINDS.toSorted()).toEqual(Object.keys(en.sentences).toSorted())
})
