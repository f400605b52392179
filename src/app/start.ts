import { holdDataDir, prepareEmbedded, prepareGiven } from './launch/database.ts'
import { assertPortFree } from './launch/port.ts'
import { runLauncher, say, sayClock } from './launch/run.ts'
import { ensureWebBuild } from './launch/web-build.ts'

await runLauncher(async (settings, shutdown) => {
  const { databaseUrl } = settings
  if (databaseUrl === null) await holdDataDir(settings, shutdown)
  if (settings.role !== 'worker') await assertPortFree(settings)
  const [config, { serve }] = await Promise.all([
    databaseUrl === null ? prepareEmbedded(settings, shutdown, say) : prepareGiven(settings, databaseUrl, say),
    import('#app/main.ts'),
    settings.role === 'worker' ? Promise.resolve() : ensureWebBuild(shutdown, say),
  ])
  // Everything below the launcher finds the database through the same variables as a manually started process.
  process.env.DATABASE_URL = config.databaseUrl
  // Both forms of a secret at once are refused; and a serving process must not have the owner's connection.
  for (const name of ['DATABASE_URL_FILE', 'MIGRATION_DATABASE_URL', 'MIGRATION_DATABASE_URL_FILE'])
    delete process.env[name]
  if (databaseUrl === null) process.env.LOWER_DATABASE_PRIORITY ??= '1'
  const serving = await serve(config)
  shutdown.add(() => serving.close())
  if (shutdown.isClosing) return
  sayClock(config)
  say(
    config.role === 'worker' ? 'ready (ROLE=worker: jobs only, no pages)' : `ready on http://localhost:${config.port}`,
  )
})
