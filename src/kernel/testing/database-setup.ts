import type { TestProject } from 'vitest/node'
import { acquireTestServer } from './database-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { url: string; prefix: string }
  }
}

interface Shared {
  users: number
  server: ReturnType<typeof acquireTestServer> | undefined
}

/** Several projects of one run use the same server, and each loads this file anew: shared state is kept on the process. */
const holder = globalThis as typeof globalThis & { testDatabaseServer?: Shared }
const shared: Shared = (holder.testDatabaseServer ??= { users: 0, server: undefined })

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.users++
  shared.server ??= acquireTestServer()
  const server = await shared.server
  project.provide('database', { url: server.url, prefix: server.prefix })
  return async () => {
    shared.users--
    if (shared.users > 0) return
    shared.server = undefined
    await server.release()
  }
}
