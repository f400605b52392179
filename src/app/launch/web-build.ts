import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { holdLock } from '#kernel/platform/db/embedded/pid-lock.ts'
import { LaunchError } from './database.ts'
import type { Shutdown } from './shutdown.ts'

export const root = fileURLToPath(new URL('../../..', import.meta.url))
const target = join(root, 'dist', 'web')
const stamp = join(target, '.inputs')

/** Files that the browser never loads; changing them needs no build. */
const NOT_WEB =
  /(\.test\.tsx?|[/\\]server[/\\].*|^src[/\\]kernel[/\\](config|db|http|jobs|outbox|testing)[/\\].*|^src[/\\]app[/\\](launch|demo)[/\\].*)$/

function inputsHash(): string {
  const files = [
    'index.html',
    'phone.html',
    'vite.config.ts',
    'package-lock.json',
    ...globSync('public/**/*.*', { cwd: root }),
    ...globSync('src/**/*.*', { cwd: root }),
  ]
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    const path = join(root, file)
    if (NOT_WEB.test(file) || !existsSync(path)) continue
    hash.update(file).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function isFresh(hash: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

/**
 * Builds `dist/web` when its sources have changed. The build is made beside it and moved into place as a whole, so a
 * killed build leaves the old pages or none, never a mixture.
 */
export async function ensureWebBuild(shutdown: Shutdown, say: (text: string) => void): Promise<void> {
  const hash = inputsHash()
  if (isFresh(hash)) return
  mkdirSync(join(root, '.cache'), { recursive: true })
  const unlock = await holdLock(join(root, '.cache', 'web-build.lock'), 120)
  try {
    if (isFresh(hash)) return
    say('Building the web pages …')
    const draft = join(root, 'dist', 'web-draft')
    await viteBuild(draft, shutdown)
    writeFileSync(join(draft, '.inputs'), hash)
    rmSync(target, { recursive: true, force: true })
    renameSync(draft, target)
  } finally {
    unlock()
  }
}

/** A process of its own: the bundler's memory ends with it, and the database starts meanwhile. */
async function viteBuild(outDir: string, shutdown: Shutdown): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', outDir], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  shutdown.add(() => void child.kill())
  const code = await new Promise<number | null>((done) => {
    child.once('error', () => done(1))
    child.once('close', done)
  })
  if (code !== 0) throw new LaunchError(`The web pages could not be built:\n${complaint(output)}`)
}

/** The bundler's message without colours and stack. */
function complaint(output: string): string {
  return (
    stripVTControlCharacters(output)
      .split(/\n\s+at /, 1)[0]
      ?.trim() ?? ''
  )
}
