import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A request that is good by itself, for a tool to change. */
export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON of a POST; null: a GET. */
  readonly body: string | null
}

export interface Finding {
  readonly found: readonly string[]
  readonly isFinished: boolean
}

/** Only the test's own machine is ever called. */
function mustBeOurs(url: string): void {
  const { hostname } = new URL(url)
  if (!['localhost', '127.0.0.1'].includes(hostname)) throw new Error(`${hostname} is not this machine`)
}

/** Ends after `seconds` at the latest, and so does whatever it started. */
function runTool(
  command: string,
  args: readonly string[],
  seconds: number,
): Promise<{ output: string; isFinished: boolean }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (_code, signal) => resolve({ output, isFinished: signal === null }))
  })
}

/** Asks whether any parameter of a call can be made part of a statement; looks at nothing and changes nothing. */
export async function sqlmap(program: string, target: Target, folder: string, seconds: number): Promise<Finding> {
  mustBeOurs(target.url)
  const headers = Object.entries(target.headers).map(([name, value]) => `${name}: ${value}`)
  const { output, isFinished } = await runTool(
    program,
    [
      '-u',
      target.url,
      '--batch',
      '--flush-session',
      '--disable-coloring',
      '--output-dir',
      folder,
      ...(target.body === null ? [] : ['--method', 'POST', '--data', target.body]),
      '--headers',
      headers.join('\n'),
      '--dbms',
      'PostgreSQL',
      '--level',
      '1',
      '--risk',
      '1',
      '--technique',
      'BEU',
      '--timeout',
      '10',
      '--retries',
      '0',
      '--ignore-code',
      '*',
      '--skip-waf',
      '--threads',
      '1',
    ],
    seconds,
  )
  const found = [...output.matchAll(/^Parameter: .+$/gm)].map(([line]) => line)
  return {
    found,
    isFinished: isFinished && /do(es)? not (appear|seem) to be injectable|identified the following/.test(output),
  }
}

interface Report {
  readonly vulnerabilities: Readonly<Record<string, readonly { readonly info: string; readonly path: string }[]>>
}

/** The target of a visit: pages and calls of one origin. */
interface Site {
  readonly origin: string
  readonly addresses: readonly string[]
  readonly headers: Target['headers']
  /** Limits the tool to this. */
  readonly only?: string
}

/** Visits pages and calls from the given addresses and tries known attacks on each. */
export async function wapiti(program: string, site: Site, folder: string, seconds: number): Promise<Finding> {
  const { origin, addresses, headers, only = 'xss,exec,file,redirect,crlf,csp,http_headers,cookieflags' } = site
  mustBeOurs(origin)
  const report = join(folder, 'wapiti.json')
  const { isFinished } = await runTool(
    program,
    [
      '-u',
      `${origin}/`,
      '--scope',
      'folder',
      '-f',
      'json',
      '-o',
      report,
      '--no-bugreport',
      '--flush-session',
      '-m',
      only,
      '--store-session',
      folder,
      '--max-scan-time',
      String(Math.ceil(seconds / 3)),
      '--max-attack-time',
      String(Math.ceil(seconds / 16)),
      '-t',
      '10',
      '-d',
      '2',
      '--max-parameters',
      '20',
      '-v',
      '0',
      ...addresses.flatMap((address) => ['-s', address]),
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ],
    seconds,
  )
  const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const found = Object.entries(vulnerabilities).flatMap(([kind, all]) =>
    all.map(({ info, path }) => `${kind}: ${info} (${path})`),
  )
  return { found: [...new Set(found)], isFinished }
}
