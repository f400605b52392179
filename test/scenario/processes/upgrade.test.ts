import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDatabase } from '#app/audit-verify.ts'
import { ledgers } from '#app/ledgers.ts'
import { replayDifferences, unbalancedJournals } from '#kernel/engine/ledger/replay.ts'
import type { Recipe } from '#kernel/platform/db/embedded/template.ts'
import { migrate } from '#kernel/platform/db/schema/migrate.ts'
import { dumpSchema } from '#kernel/platform/db/schema/schema-dump.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { restoreDemonstration } from '../../upgrade/stored-demonstration.ts'

// Takes the database of an earlier version through every later migration: data is kept for good.

const EMPTY: Recipe = { name: 'empty', hash: '0'.repeat(16), fill: () => Promise.resolve() }
const STORED = globSync(join(import.meta.dirname, '../../upgrade/*.jsonl.zst')).toSorted()

it('a demonstration made by the baseline is stored', () => {
  expect(STORED.map((file) => basename(file))).toContain('baseline.jsonl.zst')
})

describe.each(STORED.map((file) => ({ name: basename(file, '.jsonl.zst'), file })))(
  'a database of the version $name',
  ({ file }) => {
    let databaseUrl: string
    let client: pg.Client
    let head: Awaited<ReturnType<typeof restoreDemonstration>>
    let counted: Readonly<Record<string, number>>

    const countOf = async () => {
      const { rows } = await client.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
           and relname in ('audit_entry', 'audit_checkpoint', 'ledger_posting', 'ledger_journal', 'approval_instance', 'approval_task', 'attachment')`,
      )
      const counts: Record<string, number> = {}
      for (const { name } of rows)
        counts[name] = Number((await client.query<{ count: string }>(`select count(*) from ${name}`)).rows[0]!.count)
      return counts
    }

    beforeAll(async () => {
      databaseUrl = await testDatabase(EMPTY)
      head = await restoreDemonstration(databaseUrl, readFileSync(file))
      client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      counted = await countOf()
      await migrate(databaseUrl)
    })
    afterAll(() => client?.end())

    it('an upgraded database has the schema of a new database', async () => {
      const after = await dumpSchema(databaseUrl)
      // Sequences of document numbers are made by the documents, not by migrations.
      const schema = after['db/schema.sql'].replaceAll(/^create sequence document_number_.*\n/gm, '')
      expect({ ...after, 'db/schema.sql': schema }).toEqual(await dumpSchema(await testDatabase()))
    })

    it('an upgraded database keeps every audit entry, posting and approval', async () => {
      expect(counted['audit_entry']).toBeGreaterThan(1_000)
      expect(counted['ledger_posting']).toBeGreaterThan(1_000)
      expect(await countOf()).toEqual(counted)
    })

    it.each(ledgers.map((ledger) => [ledger.name, ledger] as const))(
      'an upgraded database has balances of the %s ledger that equal the replay of all postings',
      async (_name, ledger) => {
        const { text, values } = replayDifferences(ledger)
        expect((await client.query(text, [...values])).rows).toEqual([])
      },
    )

    it('an upgraded database has journals that balance in each currency', async () => {
      const { text, values } = unbalancedJournals('0', '9223372036854775807')
      expect((await client.query(text, [...values])).rows).toEqual([])
    })

    it('an upgraded database has an audit that verifies against the checkpoint that was published before the upgrade', async () => {
      const verified = await verifyDatabase(databaseUrl, [head])
      expect(verified).toEqual({
        entries: counted['audit_entry'],
        checkpoints: counted['audit_checkpoint'],
        uncheckpointed: 0,
        bad: [],
        isCut: false,
      })
    })
  },
)
