import type { TestProject } from 'vitest/node'
import { acquireTestServer } from './database-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { url: string; prefix: string }
  }
}

/** Several projects of one run ask for the same server. */
let users = 0
let shared: ReturnType<typeof acquireTestServer> | undefined

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  users++
  shared ??= acquireTestServer()
  const server = await shared
  project.provide('database', { url: server.url, prefix: server.prefix })
  return async () => {
    users--
    if (users > 0) return
    shared = undefined
    await server.release()
  }
}
