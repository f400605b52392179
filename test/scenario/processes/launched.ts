import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { until } from '#test/helpers/until.ts'

const root = join(import.meta.dirname, '../../..')

export interface Launched {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  output(): string
}

/** Starts the process that `npm start` runs. */
export function launch(more: Readonly<Record<string, string>>): Launched {
  const child = spawn(process.execPath, [join(root, 'src/app/start.ts')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', ROLE: 'worker', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, ended: new Promise((done) => child.once('close', done)), output: () => output }
}

/** Waits until its jobs run. */
export async function ready(launched: Launched): Promise<Launched> {
  const isReady = () => {
    if (launched.child.exitCode !== null) throw new Error(launched.output())
    return launched.output().includes('ready (ROLE=worker')
  }
  await until(isReady, () => launched.output(), { withinMs: 280_000 })
  return launched
}

export async function stop({ child, ended }: Launched): Promise<void> {
  if (child.exitCode === null) child.kill('SIGTERM')
  await ended
}

/** Runs the commands of a shell in a folder, up to the first that fails. */
export function shell(folder: string, commands: string, more: Readonly<Record<string, string>>) {
  return spawnSync('sh', ['-e', '-c', commands], { cwd: folder, env: { ...process.env, ...more }, encoding: 'utf8' })
}
