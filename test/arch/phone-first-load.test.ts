import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Compressed script and style, in bytes, that a phone fetches before a page shows. */
const MOST = 160_000

/** What must never come with the phone: the desktop's library and its router. */
const DESKTOP_ONLY = /node_modules\/(antd|@ant-design|react-router)\//

const pages = [
  'src/kernel/console/phone/TasksPhonePage.tsx',
  'src/areas/budget/web/CountryBudgetApprovalPhonePage.tsx',
  'src/areas/budget/web/CountryBudgetApplyPhonePage.tsx',
]

describe('first load of the phone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'phone-first-load-'))
  let manifest: Manifest = {}
  const modules = new Map<string, readonly string[]>()

  beforeAll(async () => {
    // Under a test runner it says `test`, and React would come with its development build.
    vi.stubEnv('NODE_ENV', 'production')
    await build({
      root,
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, manifest: true },
      plugins: [
        {
          name: 'list-modules',
          generateBundle(_options, bundle) {
            for (const chunk of Object.values(bundle)) {
              if (chunk.type === 'chunk') modules.set(chunk.fileName, chunk.moduleIds)
            }
          },
        },
      ],
    })
    manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  }, 120_000)
  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Files of the entry, the page, and the texts of one language (the larger, if they differ), with all they import. */
  function filesOf(page: string): string[] {
    const chunks = new Set<string>()
    const add = (key: string): void => {
      if (chunks.has(key)) return
      chunks.add(key)
      for (const imported of manifest[key]?.imports ?? []) add(imported)
    }
    for (const key of ['phone.html', page]) {
      expect(Object.keys(manifest)).toContain(key)
      add(key)
    }
    const texts = Object.keys(manifest).filter((key) => /(^_|\/locale\/)en[-.]/.test(key))
    expect(texts.length).toBeGreaterThan(1)
    for (const key of texts) add(key)
    return [...new Set([...chunks].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]))]
  }

  test.each(pages)('%s stays under its limit', (page) => {
    const sizes = filesOf(page).map((file) => ({ file, bytes: statSync(join(folder, `${file}.br`)).size }))
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total, JSON.stringify(sizes, null, 1)).toBeLessThanOrEqual(MOST)
  })

  test.each(pages)('%s brings nothing of the desktop', (page) => {
    const brought = filesOf(page).flatMap((file) => modules.get(file) ?? [])
    expect(brought.length).toBeGreaterThan(50)
    expect(brought.filter((id) => DESKTOP_ONLY.test(id.replaceAll('\\', '/')))).toEqual([])
  })
})
