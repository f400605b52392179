import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

export interface Demonstration {
  readonly origin: string
  close(): Promise<void>
}

/** The product as `npm start` runs it, with an unchanged demonstration company. */
export async function startDemonstration(name: string): Promise<Demonstration> {
  const dataDir = join(root, '.cache', name)
  rmSync(dataDir, { recursive: true, force: true })
  const port = await freePort()
  // The channel ends the child, and its database, with this process, however that ends.
  const child = spawn(process.execPath, [join(root, 'src', 'app', 'start.ts')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '1' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  await new Promise<void>((ready, fail) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      if (chunk.toString().includes('ready on')) ready()
    })
    void ended.then(() => fail(new Error('the demonstration ended before it was ready')))
  })
  return {
    origin: `http://localhost:${port}`,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer()
    probe.listen(0, () => {
      const at = probe.address()
      probe.close(() => done(typeof at === 'object' && at !== null ? at.port : 0))
    })
  })
}
