import { setClock } from '#kernel/base/clock/clock.ts'
import { ConfigError, readSettings, type Settings } from '#kernel/base/config/config.ts'
import { EmbeddedError } from '#kernel/platform/db/embedded/embedded.ts'
import { MigrationError } from '#kernel/platform/db/schema/migrate.ts'
import { LaunchError } from './database.ts'
import { Shutdown } from './shutdown.ts'

/** Errors whose message is for the person who started the process; others are shown with their stack. */
const EXPECTED = [ConfigError, EmbeddedError, MigrationError, LaunchError]

export function say(text: string): void {
  console.log(text)
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return EXPECTED.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}

/**
 * Runs a launcher: signals, the death of the parent and errors all lead to the same orderly stop.
 * @param launch opens things and registers how to close them; the process ends when its result does
 */
export async function runLauncher(launch: (settings: Settings, shutdown: Shutdown) => Promise<void>): Promise<void> {
  const shutdown = new Shutdown()
  const stop = async (code: number): Promise<void> => {
    const well = await shutdown.run()
    process.exit(well ? code : 1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  process.on('disconnect', () => void stop(0))
  // The terminal is gone with the parent; a failed write must not keep the database running.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    // While stopping, errors of lost database connections are expected and not reported.
    if (shutdown.isClosing) return
    console.error(explain(error))
    void stop(1)
  })
  try {
    const settings = readSettings(process.env)
    startClock(settings)
    await launch(settings, shutdown)
  } catch (error) {
    // After a signal the unfinished start-up fails for that reason alone.
    if (!shutdown.isClosing) {
      console.error(explain(error))
      await stop(1)
    }
  }
}

/** Every child process has the same time, also one restarted later. */
function startClock({ clock }: Settings): void {
  setClock(clock)
  if (clock) process.env.CLOCK_SINCE = clock.since.toISOString()
}

/** Tells the person who started the process that the clock is changed, so that a test run is not mistaken for a real installation. */
export function sayClock({ clock }: Settings): void {
  if (clock)
    say(
      `CLOCK_AT: the clock of the product was started at ${clock.at.toISOString()}; it is for tests and dry runs only`,
    )
}
