import { demoDatabase } from '../servers/demo-database.ts'
import { type Answer, type DemoServer, demoServer } from '../servers/demo-server.ts'
import { type Acting, actingByCalls } from './acting.ts'
import type { Acted } from './actor.ts'
import type { Query } from './tasks.ts'

/** The demonstration company at the moment of the tests, its people and what they do by the calls of the product. */
export interface TestCompany extends Acting<Answer<Acted>> {
  readonly server: DemoServer
  readonly query: Query
  readonly close: () => Promise<void>
}

/** The company on a server that a test has already. */
export function companyOn(server: DemoServer): TestCompany {
  const query = <T>(text: string, values?: unknown[]) => server.query<T>(text, values)
  return { ...actingByCalls(query, server), server, query, close: () => server.close() }
}

/** The company with a database and a server of its own. */
export async function testCompany(environment?: Readonly<Record<string, string>>): Promise<TestCompany> {
  return companyOn(await demoServer(await demoDatabase(), environment))
}
