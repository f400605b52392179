import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { folderStore } from './files-store.ts'

const base = mkdtempSync(join(tmpdir(), 'files-'))
const folder = join(base, 'store')
const store = folderStore(folder)
afterAll(() => rmSync(base, { recursive: true, force: true }))

async function* chunks(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}

describe('the folder of files', () => {
  it.each([
    '../outside.txt',
    'downloads/../../outside.txt',
    'downloads/..',
    'downloads/.hidden',
    'downloads/a/b.txt',
    '/etc/passwd',
    'downloads/a\u0000.txt',
    'downloads\\a.txt',
    'Downloads/a.txt',
    '.incoming/a',
    'downloads/-rf',
    'a',
    '',
  ])('refuses the key %j', async (key) => {
    writeFileSync(join(base, 'outside.txt'), 'not yours')
    await expect(store.put(key, chunks('x'))).rejects.toThrow('not a key')
    await expect(store.open(key)).rejects.toThrow('not a key')
    await expect(store.remove(key)).rejects.toThrow('not a key')
  })

  it('gives back what was put, and replaces it whole', async () => {
    expect(await store.put('downloads/1-1.csv', chunks('one ', 'two'))).toBe(7)
    expect(await store.put('downloads/1-1.csv', chunks('three'))).toBe(5)
    const file = await store.open('downloads/1-1.csv')
    expect(file?.size).toBe(5)
    expect(file && (await buffer(file.bytes)).toString()).toBe('three')
    expect(statSync(join(folder, 'downloads/1-1.csv')).mode & 0o077).toBe(0)
    expect(await store.open('downloads/2-1.csv')).toBeNull()
  })

  it('has nothing of a file whose source broke off, not even its beginning', async () => {
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('the source is gone')
    }
    await expect(store.put('downloads/3-1.csv', broken())).rejects.toThrow('the source is gone')
    expect(await store.open('downloads/3-1.csv')).toBeNull()
    expect(readdirSync(join(folder, '.incoming'))).toEqual([])
  })

  it('sweeps what is older, of its group only, and what never arrived', async () => {
    const old = new Date('2026-01-01T00:00:00Z')
    await store.put('downloads/4-1.csv', chunks('old'))
    await store.put('downloads/5-1.csv', chunks('new'))
    await store.put('pictures/4-1.png', chunks('old, of another group'))
    writeFileSync(join(folder, '.incoming/left'), 'half')
    for (const name of ['downloads/4-1.csv', 'pictures/4-1.png', '.incoming/left'])
      utimesSync(join(folder, name), old, old)
    expect(await store.sweep('downloads', new Date('2026-02-01T00:00:00Z'))).toBe(1)
    expect(await store.open('downloads/4-1.csv')).toBeNull()
    expect(await store.open('downloads/5-1.csv').then((file) => file?.bytes.destroy() && true)).toBe(true)
    expect(readdirSync(join(folder, '.incoming'))).toEqual([])
    expect(readdirSync(join(folder, 'pictures'))).toEqual(['4-1.png'])
    await expect(store.sweep('..', new Date())).rejects.toThrow('not a group')
  })

  it('forgets what is removed, and does not mind twice', async () => {
    await store.put('downloads/6-1.csv', chunks('x'))
    await store.remove('downloads/6-1.csv')
    await store.remove('downloads/6-1.csv')
    expect(await store.open('downloads/6-1.csv')).toBeNull()
  })
})
