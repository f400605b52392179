import { machineMoment } from '#kernel/base/clock/clock.ts'
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file being read: its size is known before its first byte. A reader that stops early destroys `bytes`. */
export interface StoredFile {
  /** Size of the whole file, whatever part of it is read. */
  readonly size: number
  readonly bytes: Readable
}

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** The store is unavailable. The file is unchanged, and the call may be repeated. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
}

/** Which of these keys are still referenced. */
export type StillNeeded = (keys: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Files that are too large for the database, by key (`downloads/12-1-x.xlsx`). All processes of an installation share
 * them: a folder, or a bucket (bucket-store.ts).
 */
export interface FilesStore {
  /** Stores a stream and returns its size. The file appears as a whole or not at all. */
  put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<number>
  /** The whole file or the requested part. Null where there is no such file. */
  open(key: string, range?: ByteRange): Promise<StoredFile | null>
  remove(key: string): Promise<void>
  /** Removes files of a group (`downloads`) that are older than the given time and unreferenced; returns how many. */
  sweep(group: string, before: Date, needed?: StillNeeded): Promise<number>
}

/** A group and a name that cannot leave the folder, be hidden, or be taken for an option. */
const KEY = /^[a-z]{1,20}\/[a-z0-9][\w-]{0,100}(\.[a-z0-9]{1,8})?$/
const GROUP = /^[a-z]{1,20}$/
/** Folder of incomplete uploads; no key has this name. */
const INCOMING = '.incoming'

export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('not a key of a file')
  return key
}

export function checkedGroup(group: string): string {
  if (!GROUP.test(group)) throw new Error('not a group of files')
  return group
}

/** The store in a folder, shared where there are several machines. */
export function folderStore(folder: string): FilesStore {
  const pathOf = (key: string): string => join(folder, checkedKey(key))
  return {
    async put(key, chunks) {
      const path = pathOf(key)
      const incoming = join(folder, INCOMING, randomUUID())
      try {
        await Promise.all([mkdir(dirname(path), { recursive: true }), mkdir(dirname(incoming), { recursive: true })])
        // Readable by the owner only; synced to disk before it gets its name.
        await pipeline(chunks, createWriteStream(incoming, { flags: 'wx', mode: 0o600, flush: true }))
        const { size } = await stat(incoming)
        await rename(incoming, path)
        return size
      } catch (error) {
        await rm(incoming, { force: true }).catch(() => undefined)
        throw isDiskFault(error) ? new StoreError(`the folder cannot be written: ${(error as Error).message}`) : error
      }
    },
    async open(key, range) {
      try {
        const file = await open(pathOf(key), 'r')
        const { size } = await file.stat()
        const part = range ? { start: range.first, end: range.last } : {}
        return { size, bytes: createReadStream('', { fd: file, ...part }) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async sweep(group, before, needed) {
      const old = await olderIn(join(folder, checkedGroup(group)), before)
      const over = await unneeded(
        old.map((name) => `${group}/${name}`),
        needed,
      )
      for (const key of over) await rm(join(folder, key), { force: true })
      // Also removes partial uploads of killed processes.
      for (const name of await olderIn(join(folder, INCOMING), before))
        await rm(join(folder, INCOMING, name), { force: true })
      return over.length
    },
  }
}

/** Keys per query. */
const ASKED = 1000

/** Which of these keys may be removed. */
export async function unneeded(keys: readonly string[], needed: StillNeeded | undefined): Promise<readonly string[]> {
  if (!needed) return keys
  const over: string[] = []
  for (let at = 0; at < keys.length; at += ASKED) {
    const some = keys.slice(at, at + ASKED)
    const kept = await needed(some)
    over.push(...some.filter((key) => !kept.has(key)))
  }
  return over
}

async function olderIn(folder: string, before: Date): Promise<readonly string[]> {
  const old: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const written = await stat(join(folder, name)).catch(() => null)
    if (written?.isFile() && written.mtimeMs < machineMoment(before).getTime()) old.push(name)
  }
  return old
}

const DISK_FAULTS = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EEXIST',
  'ENOTDIR',
  'EMFILE',
  'ENFILE',
  'ESTALE',
])

function isDiskFault(error: unknown): boolean {
  return DISK_FAULTS.has(String((error as { code?: unknown }).code))
}

function isMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ENOENT'
}
