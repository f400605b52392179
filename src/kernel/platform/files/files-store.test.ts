import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { readSettings } from '#kernel/base/config/config.ts'
import { type BucketServer, bucketServer, networkFault } from '#test/helpers/servers/bucket-server.ts'
import { bucketStore } from './bucket-store.ts'
import { type FilesStore, folderStore, StoreError } from './files-store.ts'
import { openFilesStore } from './open-store.ts'

const base = mkdtempSync(join(tmpdir(), 'files-'))
const folder = join(base, 'store')
let server: BucketServer
/** A service that accepts no key. */
const refusing = createServer((_request, answer) => {
  answer.writeHead(403, { 'content-type': 'application/xml' })
  answer.end('<Error><Code>InvalidAccessKeyId</Code><AWSAccessKeyId>tester</AWSAccessKeyId></Error>')
})
let strict = 0
beforeAll(async () => {
  server = await bucketServer()
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  strict = (refusing.address() as AddressInfo).port
})
afterAll(async () => {
  refusing.close()
  await server.close()
  rmSync(base, { recursive: true, force: true })
})

const bucketAt = (url: string) => openFilesStore(readSettings({ DATA_DIR: base, FILES_URL: url }))

async function* chunks(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}

/** Megabytes of different content, in small chunks. */
async function* megabytes(count: number, fault?: Error) {
  for (let at = 0; at < count * 16; at += 1) yield Buffer.alloc(65_536, `${at} `)
  if (fault) throw fault
}

const text = async (store: FilesStore, key: string, first?: number, last?: number) => {
  const file = await store.open(key, first === undefined ? undefined : { first, last: last ?? first })
  return file && { size: file.size, text: (await buffer(file.bytes)).toString() }
}

const stores: readonly (readonly [string, () => Promise<FilesStore>])[] = [
  ['a folder', async () => folderStore(folder)],
  ['a bucket', () => bucketAt(server.url())],
  ['a part of a bucket', () => bucketAt(server.url('office-files/deep/er'))],
]

describe.each(stores)('the file store in a %s', (_name, open) => {
  let store: FilesStore
  beforeAll(async () => {
    store = await open()
  })

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
  ])('the file store refuses the key %j', async (key) => {
    writeFileSync(join(base, 'outside.txt'), 'not yours')
    await expect(store.put(key, chunks('x'))).rejects.toThrow('not a key')
    await expect(store.open(key)).rejects.toThrow('not a key')
    await expect(store.remove(key)).rejects.toThrow('not a key')
    await expect(store.sweep('..', productNow())).rejects.toThrow('not a group')
  })

  it('the file store returns what was put and replaces it as a whole', async () => {
    expect(await store.put('downloads/1-1.csv', chunks('one ', 'two'))).toBe(7)
    expect(await store.put('downloads/1-1.csv', chunks('three'))).toBe(5)
    expect(await text(store, 'downloads/1-1.csv')).toEqual({ size: 5, text: 'three' })
    expect(await store.open('downloads/2-1.csv')).toBeNull()
    expect(await store.put('downloads/1-2.csv', chunks())).toBe(0)
    expect(await text(store, 'downloads/1-2.csv')).toEqual({ size: 0, text: '' })
  })

  it('the file store returns a part of a file with the total size', async () => {
    await store.put('downloads/7-1.csv', chunks('0123456789'))
    expect(await text(store, 'downloads/7-1.csv', 2, 4)).toEqual({ size: 10, text: '234' })
    expect(await text(store, 'downloads/7-1.csv', 9)).toEqual({ size: 10, text: '9' })
    expect(await store.open('downloads/8-1.csv', { first: 0, last: 1 })).toBeNull()
  })

  it('the file store takes a large file piece by piece', async () => {
    expect(await store.put('downloads/9-1.xlsx', megabytes(20))).toBe(20 * 1024 * 1024)
    const [sent, kept] = [createHash('sha256'), createHash('sha256')]
    for await (const chunk of megabytes(20)) sent.update(chunk)
    const file = await store.open('downloads/9-1.xlsx')
    for await (const chunk of file!.bytes) kept.update(chunk as Buffer)
    expect(kept.digest('hex')).toBe(sent.digest('hex'))
  })

  it.each([0, 20])(
    'the file store keeps nothing of an upload that broke off after %i MB, and the former file stays',
    async (count) => {
      const key = `downloads/3-${count}.csv`
      await store.put(key, chunks('before'))
      const fault = new Error('the source is gone')
      await expect(store.put(key, megabytes(count, fault))).rejects.toBe(fault)
      expect(await text(store, key)).toEqual({ size: 6, text: 'before' })
    },
  )

  it('the file store sweeps old files of one group only', async () => {
    await store.put('sweeps/4-1.csv', chunks('old'))
    await store.put('pictures/4-1.png', chunks('of another group'))
    expect(await store.sweep('sweeps', new Date(productNow().getTime() - 60_000))).toBe(0)
    expect(await store.sweep('sweeps', new Date(productNow().getTime() + 60_000))).toBe(1)
    expect(await store.open('sweeps/4-1.csv')).toBeNull()
    expect(await text(store, 'pictures/4-1.png')).not.toBeNull()
    expect(await store.sweep('nothing', productNow())).toBe(0)
  })

  it('the file store sweeps unneeded files, and keeps needed ones', async () => {
    for (const name of ['5-1.csv', '5-2.csv', '5-3.csv']) await store.put(`needs/${name}`, chunks('x'))
    const asked: string[] = []
    const needed = async (keys: readonly string[]) => {
      asked.push(...keys)
      return new Set(['needs/5-2.csv'])
    }
    expect(await store.sweep('needs', new Date(productNow().getTime() + 60_000), needed)).toBe(2)
    expect(asked.toSorted()).toEqual(['needs/5-1.csv', 'needs/5-2.csv', 'needs/5-3.csv'])
    expect(await text(store, 'needs/5-2.csv')).not.toBeNull()
    expect(await store.open('needs/5-1.csv')).toBeNull()
  })

  it('the file store removes a file, and removing it twice is no error', async () => {
    await store.put('downloads/6-1.csv', chunks('x'))
    await store.remove('downloads/6-1.csv')
    await store.remove('downloads/6-1.csv')
    expect(await store.open('downloads/6-1.csv')).toBeNull()
  })
})

describe('the file store in a folder', () => {
  const store = folderStore(folder)

  it('a folder store is private to its owner and cleans up incomplete uploads', async () => {
    await store.put('downloads/10-1.csv', chunks('x'))
    expect(statSync(join(folder, 'downloads/10-1.csv')).mode & 0o077).toBe(0)
    expect(readdirSync(join(folder, '.incoming'))).toEqual([])
    const old = new Date('2026-01-01T00:00:00Z')
    writeFileSync(join(folder, '.incoming/left'), 'half')
    utimesSync(join(folder, '.incoming/left'), old, old)
    await store.sweep('downloads', new Date('2026-02-01T00:00:00Z'))
    expect(readdirSync(join(folder, '.incoming'))).toEqual([])
  })

  it('a folder store that cannot be written reports a fault of the store, not of the file', async () => {
    const blocked = join(base, 'blocked')
    writeFileSync(blocked, 'a file where the folder should be')
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    await expect(store.put('downloads/11-1.csv', megabytes(1, full))).rejects.toThrow(StoreError)
    await expect(folderStore(blocked).put('downloads/11-1.csv', chunks('x'))).rejects.toThrow(StoreError)
    expect(await store.open('downloads/11-1.csv')).toBeNull()
  })
})

describe('the file store in a bucket', () => {
  it('a bucket store keeps no parts of an upload that broke off', async () => {
    const store = await bucketAt(server.url())
    await expect(store.put('parts/1', megabytes(20, new Error('gone')))).rejects.toThrow('gone')
    expect(server.kept().filter((path) => path.includes('parts'))).toEqual([])
  })

  it('a bucket store sweeps over several pages', async () => {
    const store = bucketStore(readSettings({ FILES_URL: server.url() }).bucket!, 3)
    for (const name of 'abcdefgh') await store.put(`many/${name}`, chunks('x'))
    expect(await store.sweep('many', new Date(productNow().getTime() + 60_000))).toBe(8)
    expect(await store.open('many/h')).toBeNull()
  })

  it('a bucket that fails during an upload keeps the former file and nothing of the new one', async () => {
    const line = await networkFault(server.port)
    const store = await bucketAt(server.url(undefined, line.port))
    await store.put('dies/1', chunks('before'))
    line.cutAfter(6 * 1024 * 1024, 'there')
    const fault = await store.put('dies/1', megabytes(20)).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(StoreError)
    expect(String(fault)).toMatch(/no answer from the bucket/)
    await expect(store.open('dies/1')).rejects.toThrow(StoreError)
    await expect(store.remove('dies/1')).rejects.toThrow(StoreError)
    line.mend()
    expect(await text(store, 'dies/1')).toEqual({ size: 6, text: 'before' })
    expect(await store.put('dies/1', megabytes(9))).toBe(9 * 1024 * 1024)
    await line.close()
  })

  it('a bucket that fails while a file is read reports it, and the rest can be read later', async () => {
    const line = await networkFault(server.port)
    const store = await bucketAt(server.url(undefined, line.port))
    await store.put('dies/2', megabytes(12))
    line.cutAfter(3 * 1024 * 1024, 'back')
    const file = await store.open('dies/2')
    let read = 0
    const reading = async () => {
      for await (const chunk of file!.bytes) read += (chunk as Buffer).length
    }
    await expect(reading()).rejects.toThrow(StoreError)
    expect(read).toBeLessThan(4 * 1024 * 1024)
    line.mend()
    const rest = await store.open('dies/2', { first: read, last: 12 * 1024 * 1024 - 1 })
    expect((await buffer(rest!.bytes)).length).toBe(12 * 1024 * 1024 - read)
    await line.close()
  })

  it.each([
    ['another bucket', () => server.url('not-there'), /^FILES_URL: there is no bucket 'not-there' at http:/],
    ['another key', () => `s3://tester:hidden@127.0.0.1:${strict}/files?tls=0`, /^FILES_URL: the key may not .* \(403/],
    ['nobody there', () => 's3://tester:hidden@127.0.0.1:9/files?tls=0', /^FILES_URL: no answer from .*ECONNREFUSED/],
  ])('a bucket store says in one line what is wrong with %s, without a secret', async (_what, url, line) => {
    const fault = await bucketAt(url()).then(
      () => null,
      (error: unknown) => error as Error,
    )
    expect(fault?.name).toBe('ConfigError')
    expect(fault?.message).toMatch(line)
    expect(fault?.message.split('\n')).toHaveLength(1)
    expect(`${fault?.stack} ${JSON.stringify(fault)}`).not.toMatch(/hidden|tester/)
  })
})
