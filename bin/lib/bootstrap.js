// Prerequisites of every command: packages and the right Node. Plain JavaScript without dependencies, because it runs
// on whatever Node started npm.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.packages-stamp')
const windows = process.platform === 'win32'

/** The least Node that starts these scripts, and the least that runs the project (TypeScript as it is, without flags). */
const LEAST_NODE = [20, 19]
const PROJECT_NODE = 24

/** @param {string} text */
export function say(text) {
  console.log(text)
}

/**
 * @param {string} text one line
 * @returns {never}
 */
export function fail(text) {
  console.error(text)
  process.exit(1)
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE
  if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
    fail(`Node ${LEAST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`)
  }
}

/** The parts of package.json that decide which packages are installed; a new script installs nothing. */
function packagesHash() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  return createHash('sha256')
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides]))
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/** Installs the locked packages when the installed ones differ. */
function ensurePackages() {
  const wanted = packagesHash()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  say('Installing packages (npm ci) …')
  const { status } = spawnSync('npm', ['ci', '--loglevel=error', '--include=dev', '--include=optional'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: windows,
    // A production environment still builds its web pages here, so the build's packages are needed too.
    env: { ...process.env, NODE_ENV: 'development' },
  })
  if (status !== 0) fail('npm ci failed; its message is above. Check the network and run the command again.')
  writeFileSync(stampFile, wanted)
}

/** The Node of the project's own packages, or the running one where that is new enough. */
function findNode() {
  const file = join(modules, '.bin', windows ? 'node.cmd' : 'node')
  if (existsSync(file) && spawnSync(file, ['--version'], { shell: windows }).status === 0) return file
  if (Number(process.versions.node.split('.')[0]) >= PROJECT_NODE) return process.execPath
  return fail(
    `No package of Node ${PROJECT_NODE} exists for ${process.platform}-${process.arch}: install Node ${PROJECT_NODE} and run this again with it.`,
  )
}

/** Makes the project runnable and returns the environment for its tools. */
export function prepare() {
  checkNode()
  ensurePackages()
  const node = findNode()
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter) }
  return { node, env }
}

/**
 * @typedef {{ code: number, output: string, seconds: number }} Outcome
 */

/**
 * Runs a tool of node_modules/.bin, or `node` itself.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} command
 * @param {{ quiet?: boolean }} [options] quiet: keep the output instead of showing it
 * @returns {Promise<Outcome>}
 */
export function run(env, [tool = '', ...args], { quiet = false } = {}) {
  const started = performance.now()
  return new Promise((done) => {
    const child = spawn(tool, args, { cwd: root, env, shell: windows, stdio: quiet ? 'pipe' : 'inherit' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => done({ code: code ?? 1, output, seconds: (performance.now() - started) / 1000 }))
  })
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/**
 * Runs the project's Node as this process would run: same terminal, same signals, same exit code.
 * The channel between the two tells the child when this process is killed without a word.
 * @param {string[]} args
 */
export function become(args) {
  const { node, env } = prepare()
  const child = spawn(node, args, { cwd: root, env, shell: windows, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  }
  watchParent(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (SIGNAL_NUMBERS[/** @type {keyof typeof SIGNAL_NUMBERS} */ (signal)] ?? 1))
  })
}

/**
 * npm waits for its script; when npm was killed the script gets another parent, and nobody would stop it.
 * @param {() => void} orphaned
 */
function watchParent(orphaned) {
  if (process.env.npm_lifecycle_event === undefined || windows) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    orphaned()
  }, 150)
  timer.unref()
}
