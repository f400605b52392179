import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { build } from 'vite'
import { precompress } from '#app/build/precompress.ts'
import { registerPages, sendPage } from '#kernel/platform/http/pages.ts'

const here = fileURLToPath(new URL('../plain', import.meta.url))

export interface PlainPage {
  readonly origin: string
  close(): Promise<void>
}

/** The floor: a plain shell and table of the same library, bundled by default and served like the product's pages. */
export async function servePlainPage(port: number): Promise<PlainPage> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-plain-'))
  await build({
    root: here,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    plugins: [precompress()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  })
  const app = Fastify()
  const pages = { folder, phonePaths: [] }
  await registerPages(app, pages)
  const rows = Array.from({ length: 20 }, (_, row) =>
    Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, `PL${row}-${at}`])),
  )
  app.get('/rows', async () => rows)
  app.get('/list', (request, reply) => sendPage(request, reply, pages))
  await app.listen({ port, host: '127.0.0.1' })
  return {
    origin: `http://localhost:${port}`,
    async close() {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
