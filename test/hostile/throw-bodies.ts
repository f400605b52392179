import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

// Run as its own process by test/hostile/held-process.test.ts, so that its work is not measured as the server's: sends
// one body to a call again and again, and meanwhile makes a small request as another client would.

export interface ThrowTask {
  readonly url: string
  readonly probe: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodyFile: string
  /** At least one is thrown, however long it takes. */
  readonly milliseconds: number
}

export interface Thrown {
  readonly count: number
  readonly status: number
  /** The longest small request, while bodies are sent and while none are. */
  readonly longestMs: number
  readonly quietMs: number
}

function ask(agent: Agent, url: string, headers: ThrowTask['headers'], body: Buffer | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end(body ?? undefined)
  })
}

async function throwBodies({ url, probe, headers, bodyFile, milliseconds }: ThrowTask): Promise<Thrown> {
  const body = readFileSync(bodyFile)
  const [mine, others] = [1, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const longest = async (goesOn: () => boolean) => {
    let most = 0
    do {
      const began = performance.now()
      await ask(others!, probe, {}, null)
      most = Math.max(most, performance.now() - began)
      await sleep(5)
    } while (goesOn())
    return most
  }
  const quietEnd = performance.now() + Math.min(300, milliseconds)
  const quietMs = await longest(() => performance.now() < quietEnd)
  let [count, status, isThrowing] = [0, 0, true]
  const throwing = (async () => {
    const end = performance.now() + milliseconds
    do {
      status = await ask(mine!, url, { ...headers, 'content-type': 'application/json' }, body)
      count += 1
    } while (performance.now() < end)
    isThrowing = false
  })()
  const longestMs = await longest(() => isThrowing)
  await throwing
  mine!.destroy()
  others!.destroy()
  return { count, status, longestMs, quietMs }
}

// The tasks are in a file; each prints a line when it is done.
if (import.meta.main) {
  const tasks = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as readonly ThrowTask[]
  for (const task of tasks) console.log(JSON.stringify(await throwBodies(task)))
}
