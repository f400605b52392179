// `npm run dev`: the pages from Vite with hot reload; Node restarts the server when one of its files changes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { holdDataDir, prepareEmbedded, prepareGiven } from './launch/database.ts'
import { assertPortFree } from './launch/port.ts'
import { runLauncher, say, sayClock } from './launch/run.ts'
import { phonePaths } from './pages.ts'

await runLauncher(async (settings, shutdown) => {
  const { databaseUrl, host, port } = settings
  const apiPort = port + 1
  if (databaseUrl === null) await holdDataDir(settings, shutdown)
  await assertPortFree({ host, port })
  await assertPortFree({ host, port: apiPort })
  const config =
    databaseUrl === null
      ? await prepareEmbedded(settings, shutdown, say)
      : await prepareGiven(settings, databaseUrl, say)

  const watched = join(import.meta.dirname, 'main.ts')
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', watched], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: config.databaseUrl,
      DATA_DIR: config.dataDir,
      LOWER_DATABASE_PRIORITY: process.env.LOWER_DATABASE_PRIORITY ?? (databaseUrl === null ? '1' : '0'),
      // A server being replaced need not finish its answers.
      DRAIN_SECONDS: '1',
    },
  })
  shutdown.add(async () => {
    if (server.exitCode !== null || !server.kill('SIGTERM')) return
    await once(server, 'exit')
  })

  // Vite's configuration forwards API calls there.
  process.env.API_PORT = String(apiPort)
  const { createServer } = await import('vite')
  const vite = await createServer({
    server: { host, port, strictPort: true },
    clearScreen: false,
    plugins: [
      {
        name: 'phone-entry',
        // As on the server, these addresses get the phone's page.
        configureServer: ({ middlewares }) => {
          middlewares.use((request: { url?: string }, _response: unknown, next: () => void) => {
            const path = request.url?.split('?', 1)[0]?.replace(/\/$/, '')
            if (path !== undefined && phonePaths.includes(path)) request.url = '/phone.html'
            next()
          })
        },
      },
    ],
  })
  shutdown.add(() => vite.close())
  await vite.listen()
  sayClock(settings)
  say(`ready on http://localhost:${port} (the API alone on ${apiPort})`)
})
