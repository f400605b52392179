import { describe, expect, test } from 'vitest'
import { importsOf, sourceFiles } from './support/imports.ts'

// The kernel in layers: a folder imports from its own layer and from those below it, types included, and no folders import each other
// in a circle. docs/decisions/091-the-kernel-in-layers.md says why the folders stand where they stand.

/** From the lowest to the highest. */
const LAYERS = {
  base: ['errors', 'money', 'clock', 'config', 'i18n'],
  platform: [
    'db',
    'parameter',
    'access',
    'audit',
    'outbox',
    'jobs',
    'files',
    'http',
    'excel',
    'exports',
    'outgoing',
    'live',
    'preference',
  ],
  engine: [
    'definition',
    'interval',
    'ledger',
    'approval',
    'effects',
    'reserve',
    'document',
    'items',
    'read-list',
    'record',
    'setting',
  ],
  services: [
    'area',
    'find',
    'following',
    'home',
    'identity',
    'downloads',
    'imports',
    'line-file',
    'print',
    'notify',
    'sync',
    'tasks',
    'absence',
    'monitor',
    'effect-delivery',
    'reserve-confirmation',
    'file-service',
    'record-service',
    'setting-publication',
  ],
  web: ['ui', 'console'],
  // For tests alone.
  testing: ['testing'],
} as const

const order = Object.keys(LAYERS)
const layerOf = new Map<string, number>(
  Object.values(LAYERS).flatMap((folders, layer) => folders.map((folder) => [folder, layer] as const)),
)
const KERNEL = /^src\/kernel\/(?:(base|platform|engine|services|web)\/)?([^/]+)\//
const folderOf = (path: string): string | undefined => KERNEL.exec(path)?.[2]
const files = sourceFiles().filter((file) => file.startsWith('src/kernel/'))

/** The other kernel folders that each folder imports from. */
const uses = new Map<string, Set<string>>()
for (const file of files) {
  const folder = folderOf(file)!
  const others = uses.get(folder) ?? new Set<string>()
  uses.set(folder, others)
  for (const { target } of importsOf(file)) {
    const other = target === null ? undefined : folderOf(target)
    if (other !== undefined && other !== folder) others.add(other)
  }
}

describe('the layers of the kernel', () => {
  test('every folder of the kernel has a layer, and stands in it', () => {
    const offences = files.filter((file) => {
      const [, written, folder = ''] = KERNEL.exec(file) ?? []
      const layer = layerOf.get(folder)
      return layer === undefined || (written !== undefined && written !== order[layer])
    })
    expect(offences).toEqual([])
    expect([...uses.keys()].toSorted()).toEqual([...layerOf.keys()].toSorted())
  })

  test('no file of the kernel imports from a higher layer, not even a type', () => {
    const offences = files.flatMap((file) => {
      const own = layerOf.get(folderOf(file)!)!
      return importsOf(file)
        .filter(({ target }) => {
          const other = target === null ? undefined : folderOf(target)
          return other !== undefined && layerOf.get(other)! > own
        })
        .map(({ specifier }) => `${file} imports ${specifier}`)
    })
    expect(offences).toEqual([])
  })

  test('no folders of the kernel import each other in a circle', () => {
    expect([...uses.keys()].filter((folder) => reaches(folder, folder))).toEqual([])
  })
})

/** Whether `from` imports `to`, directly or through other files. */
function reaches(from: string, to: string): boolean {
  const seen = new Set<string>()
  const queue = [from]
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    for (const next of uses.get(folder) ?? []) {
      if (next === to) return true
      if (seen.has(next)) continue
      seen.add(next)
      queue.push(next)
    }
  }
  return false
}
