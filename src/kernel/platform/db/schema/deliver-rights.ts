import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

const folder = fileURLToPath(new URL('../../../../../db/rights', import.meta.url))

export interface DeliveredRight {
  readonly right: string
  /** The delivered roles that have the right in a new database. */
  readonly roles: readonly string[]
}

/** Parses a file of db/rights: one right a line, a tab, and its roles separated by spaces. */
export function parseRights(text: string): DeliveredRight[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [right = '', roles = ''] = line.split('\t')
      return { right, roles: roles.split(' ').filter((role) => role !== '') }
    })
}

/** The files in db/rights by name, each with its rights: `budget` holds those of the budget area. */
export function readDeliveredRights(): ReadonlyMap<string, readonly DeliveredRight[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.tsv'))
  return new Map(
    files
      .toSorted()
      .map((file) => [file.slice(0, -'.tsv'.length), parseRights(readFileSync(join(folder, file), 'utf8'))]),
  )
}

/** The content that the rights of new databases depend on, for caches of such a database. */
export function deliveredRightsText(): string {
  return JSON.stringify([...readDeliveredRights()])
}

/**
 * Gives the delivered roles those rights that the database has never seen, in the same transaction in which it records
 * them as seen. What people published about known rights stays.
 */
export async function deliverRights(
  client: pg.Client,
  rights: readonly DeliveredRight[] = [...readDeliveredRights().values()].flat(),
): Promise<void> {
  const codes = rights.map(({ right }) => right)
  const { rows } = await client.query<{ code: string }>(
    'select code from unnest($1::text[]) code where not exists (select from delivered_right d where d.code = code.code)',
    [codes],
  )
  // A read-only role gets here too, with nothing to do.
  if (rows.length === 0) return
  const fresh = new Set(rows.map(({ code }) => code))
  const given = rights
    .filter(({ right }) => fresh.has(right))
    .flatMap(({ right, roles }) => roles.map((role) => ({ right, role })))
  await client.query('begin')
  try {
    await client.query('insert into delivered_right (code) select unnest($1::text[])', [[...fresh]])
    await client.query(
      `insert into role_right (role_code, right_code) select g.role, g.right_code from unnest($1::text[], $2::text[]) g (role, right_code)
       join role r on r.code = g.role on conflict do nothing`,
      [given.map(({ role }) => role), given.map(({ right }) => right)],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
