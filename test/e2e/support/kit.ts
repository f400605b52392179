import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type Page, test } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { answers, earlier } from '../kit/answers.ts'

const root = join(import.meta.dirname, '../../..')
const ORIGIN = 'http://kit.test'
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

/** The pages of `test/e2e/kit`, built once for the tests of a file; their calls are answered by `answers.ts`. */
export function builtKit() {
  const folder = mkdtempSync(join(tmpdir(), 'kit-'))
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      resolve: { alias: { '#kernel': '/src/kernel' } },
      build: {
        outDir: folder,
        target: 'es2023',
        minify: false,
        rolldownOptions: { input: join(root, 'test/e2e/kit/kit.html') },
      },
    })
  })
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }))
  /** Opens a page of the kit, and answers the list of faults that it throws from then on. */
  const open = async (page: Page, address: string): Promise<readonly string[]> => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname.endsWith('/detail') && route.request().postData()?.includes('7-0'))
        return route.fulfill({ json: { code: 200, msg: '', data: earlier } })
      if (pathname in answers)
        return route.fulfill({ json: { code: 200, msg: '', data: answers[pathname] }, headers: { 'x-kit': '1' } })
      const file = pathname.startsWith('/assets/') ? pathname : '/test/e2e/kit/kit.html'
      return route.fulfill({
        body: readFileSync(join(folder, file)),
        contentType: TYPES[extname(file)] ?? 'text/plain',
      })
    })
    await page.goto(ORIGIN + address)
    return faults
  }
  return { open }
}
