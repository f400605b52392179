import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { verifyDatabase } from '#app/audit-verify.ts'
import { withDatabase } from '#kernel/platform/db/embedded/template.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, INDIA } from '#test/helpers/budget/budget-world.ts'
import { rewriteAudit } from '#test/helpers/laws/audit-history.ts'
import { until } from '#test/helpers/until.ts'
import { auditRows } from './audit.ts'
import { type PublishedHead, publishHead, readPublished } from './anchor.ts'
import { checkpointAudit } from './checkpoint.ts'
import { txOn } from '#kernel/platform/db/tx.ts'
import { hashOfStored, type StoredEntry } from './stored-entry.ts'
import { verifyAudit } from './verify.ts'
import { lastCheckpointNumber } from './verify-anchors.ts'

// A valid history, and the findings for each way to forge it. Every forgery is done by the owner of the database, who
// can disable triggers, on a copy of its own.

type Client = pg.Client | pg.PoolClient

let url: string
let template: string
let folder: string
let head: PublishedHead

const FILE = { kind: 'file', name: 'file' } as const

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'))
  url = await testDatabase()
  const world = await budgetWorld(url, '1000.00', 4)
  const save = (reason: string) => world.act('in.channel', 'save', { raw: { ...INDIA, reason, lines: [] } })
  for (const reason of ['one', 'two', 'three']) {
    const { id } = await save(reason)
    for (const version of [1, 2])
      await world.act('in.channel', 'save', {
        id,
        version,
        raw: { ...INDIA, reason: `${reason} ${version}`, lines: [] },
      })
  }
  // Several checkpoints, the last one partial. Other databases of the same server delay the horizon while they write.
  let checkpointed = 0
  await until(
    async () => (checkpointed += await checkpointAudit(world.pool, 4)) === 9,
    'the entries are not checkpointed',
  )
  const targets = [{ ...FILE, path: join(folder, 'head.jsonl') }]
  expect(await publishHead(world.pool, { targets, minutes: 60, mail: null }, world.now)).toBe(1)
  await save('not checkpointed yet')
  await world.close()
  ;[head] = (await readPublished(targets[0]!)) as [PublishedHead]
  template = new URL(url).pathname.slice(1)
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A copy with a change that only the owner can make. */
async function forged(change: (client: Client) => Promise<unknown>): Promise<string> {
  const { url, prefix } = inject('database')
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  const owner = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await owner.connect()
  await owner.query(`create database ${name} template ${template}`)
  await owner.end()
  const client = new pg.Client({ connectionString: withDatabase(url, name) })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await change(client)
  await client.end()
  return withDatabase(url, name)
}

/** The findings after a change, which is then rolled back. */
async function found(change: (client: Client) => Promise<unknown>, published: readonly PublishedHead[] = []) {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await change(client)
    const tx = txOn(client)
    const { bad } = await verifyAudit({ tx, published, lastNumber: await lastCheckpointNumber(tx) })
    return bad.map(({ table, id, what }) => `${table} ${id} ${what}`)
  } finally {
    await client.query('rollback')
    client.release()
    await pool.end()
  }
}
const idOf = async (client: Client, nth: number) =>
  (await client.query<{ id: string }>('select id from audit_entry order by id')).rows[nth]!.id

describe('an untouched audit history', () => {
  it('an untouched audit history verifies, also against published checkpoints', async () => {
    expect(await verifyDatabase(url, [head])).toEqual({
      entries: 10,
      checkpoints: 3,
      uncheckpointed: 1,
      bad: [],
      isCut: false,
    })
  })

  it('an audit history verifies when a read was recorded between two changes of a document', async () => {
    const what = await found(async (client) => {
      const { rows } = await client.query<{ id: string; audit_hash: Buffer }>(
        'select id, audit_hash from country_budget where id = (select min(id) from country_budget)',
      )
      const { id, audit_hash: before } = rows[0]!
      const of = {
        documentType: 'countryBudget',
        documentId: id,
        actorId: 1,
        at: new Date(0),
        detail: {},
        requestId: 'r',
      }
      const none = { ...of, fromState: null, toState: null }
      const entries = auditRows([
        { ...none, kind: 'read', subject: '/aps/budget/country/detail', action: 'bank', previousHash: null },
        { ...none, action: 'save', previousHash: before },
      ])
      await txOn(client as pg.PoolClient).run(entries.statement())
      await client.query('update country_budget set audit_hash = $2 where id = $1', [id, entries.hashes[1]])
    })
    expect(what).toEqual([])
  })
})

describe('a changed audit history', () => {
  it.each([
    ['action', `'approve'`],
    ['actor_id', 'actor_id + 1'],
    ['behalf_of_id', '1'],
    ['at', `at + interval '1 second'`],
    ['address', `'10.0.0.1'`],
    ['subject', `'CB0'`],
    ['detail', `jsonb_set(detail, '{header,reason}', '"another"')`],
    ['kind', `'call'`],
    ['request_id', `'another'`],
  ])('an audit entry whose %s was edited is named by the verification, and no other', async (column, value) => {
    let id = ''
    const what = await found(async (client) => {
      id = await idOf(client, 5)
      await client.query(`update audit_entry set ${column} = ${value} where id = $1`, [id])
    })
    expect(what).toEqual([expect.stringMatching(new RegExp(`^audit_entry ${id} .*was edited`))])
  })

  it('a deleted audit entry is named, in the middle and at the end of a checkpoint', async () => {
    for (const nth of [1, 3, 8]) {
      let id = ''
      const what = await found(async (client) => {
        id = await idOf(client, nth)
        await client.query('delete from audit_entry where id = $1', [id])
      })
      // The following entry, or the document, still carries its hash, which is correct.
      expect(what).toEqual([expect.stringMatching(new RegExp(`^audit_entry ${id} was deleted`))])
    }
  })

  it('a deleted audit entry that no checkpoint covers yet is named', async () => {
    let documentId = ''
    const what = await found(async (client) => {
      const id = await idOf(client, 9)
      const { rows } = await client.query('delete from audit_entry where id = $1 returning document_id', [id])
      documentId = (rows[0] as { document_id: string }).document_id
    })
    expect(what).toEqual([
      expect.stringMatching(new RegExp(`^country_budget ${documentId} carries the hash of an entry that is not there`)),
    ])
  })

  it('two swapped audit entries are named, by content or by number', async () => {
    const columns =
      'action, actor_id, at, from_state, to_state, detail, request_id, previous_hash, hash, document_id, subject'
    const set = columns.split(', ').map((name) => `${name} = o.${name}`)
    let swapped: string[] = []
    const contents = await found(async (client) => {
      const [one, other] = [await idOf(client, 2), await idOf(client, 6)]
      swapped = [`audit_entry ${one}`, `audit_entry ${other}`]
      await client.query('create temp table kept as select * from audit_entry where id in ($1, $2)', [one, other])
      await client.query(
        `update audit_entry e set ${set.join(', ')} from kept o where e.id in ($1, $2) and o.id in ($1, $2) and o.id <> e.id`,
        [one, other],
      )
    })
    expect(contents.map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual(swapped)
    const numbers = await found(async (client) => {
      const [one, other] = [await idOf(client, 0), await idOf(client, 3)]
      swapped = [`audit_entry ${one}`, `audit_entry ${other}`]
      const id = 'update audit_entry set id = $2 where id = $1'
      await client.query('alter table audit_entry alter column id drop identity')
      await client.query(id, [one, 999])
      await client.query(id, [other, one])
      await client.query(id, [999, other])
    })
    expect(numbers.map((row) => row.split(' ').slice(0, 2).join(' ')).toSorted()).toEqual(swapped.toSorted())
  })

  it('an inserted audit entry is named', async () => {
    const what = await found(async (client) => {
      const { rows } = await client.query<StoredEntry>(
        'select * from audit_entry where id = (select min(id) from audit_entry)',
      )
      const row = { ...rows[0]!, document_id: '424242', previous_hash: null }
      await client.query(
        `insert into audit_entry (kind, document_type, document_id, subject, action, actor_id, at, from_state, to_state, detail, request_id, hash, xid)
         values ('change', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::text::xid8)`,
        [
          row.document_type,
          row.document_id,
          row.subject,
          row.action,
          row.actor_id,
          row.at,
          row.from_state,
          row.to_state,
          row.detail,
          row.request_id,
          hashOfStored(row),
          String(row.xid),
        ],
      )
    })
    expect(what).toEqual([expect.stringMatching(/^audit_entry \d+ of countryBudget .* was put in/)])
  })

  it.each([
    ['all entries', 'truncate audit_entry', /^audit_entry \d+ was deleted/],
    [
      'the last entries',
      'delete from audit_entry where id > (select min(id) + 4 from audit_entry)',
      /^audit_entry \d+ was deleted/,
    ],
    ['all checkpoints', 'truncate audit_checkpoint', /^audit_checkpoint \d+ was published to file and is not there/],
    [
      'a checkpoint in the middle',
      'delete from audit_checkpoint where id = (select min(id) + 1 from audit_checkpoint)',
      /^audit_checkpoint \d+ does not follow the checkpoint before it/,
    ],
    [
      'the last checkpoint and that it was told',
      'delete from audit_checkpoint where id = (select max(id) from audit_checkpoint); truncate audit_anchor',
      /^audit_checkpoint \d+ is not there: the end of the chain was cut off/,
    ],
    [
      'both',
      'truncate audit_entry, audit_checkpoint restart identity; truncate audit_anchor',
      /^country_budget \d+ carries the hash/,
    ],
  ])('a truncated audit history is reported after %s were cut off', async (_what, sql, expected) => {
    expect((await found((client) => client.query(sql)))[0]).toMatch(expected)
  })

  it.each([
    ['its number of entries', 'entries = entries - 1'],
    ['its end', 'last_id = last_id - 1'],
    ['its leaves', `leaves = substr(leaves, 1, 16)`],
    ['its hash', `hash = sha256('x')`],
  ])('the audit names a checkpoint of which %s was edited', async (_what, set) => {
    const what = await found((client) =>
      client.query(`update audit_checkpoint set ${set} where id = (select min(id) + 1 from audit_checkpoint)`),
    )
    expect(what[0]).toMatch(/^audit_(checkpoint|entry) \d+ /)
  })
})

describe('a rewritten audit history', () => {
  it('a completely rewritten audit history verifies by itself, and fails against published checkpoints', async () => {
    expect(await found(rewriteAudit)).toEqual([])
    expect(await found(rewriteAudit, [head])).toEqual([
      expect.stringMatching(/^audit_checkpoint \d+ is not the one that was published at 2026-11-21T08/),
    ])
  })

  it('a truncated audit history without any trace is found only against published checkpoints', async () => {
    const cut = async (client: Client) => {
      await client.query(
        'truncate audit_entry, audit_checkpoint, audit_anchor restart identity; truncate country_budget cascade',
      )
    }
    expect(await found(cut)).toEqual([])
    expect(await found(cut, [head])).toEqual([
      expect.stringMatching(/^audit_checkpoint \d+ was published at .* and is not there/),
    ])
  })
})

describe('npm run audit:verify', () => {
  const run = (url: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, ['src/app/audit-verify.ts', ...words], {
      env: { ...process.env, DATABASE_URL: url, AUDIT_ANCHOR: '' },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
    )

  it('npm run audit:verify ends with code 0 or names the changed entry', async () => {
    const whole = await run(url, join(folder, 'head.jsonl'))
    expect(whole).toMatchObject({
      code: 0,
      text: expect.stringContaining('whole: 10 entries in 3 checkpoints (1 not checkpointed yet)') as string,
    })
    const forgedUrl = await forged((client) =>
      client.query(`update audit_entry set actor_id = 1 where id = (select min(id) from audit_entry)`),
    )
    expect(await run(forgedUrl)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^BAD audit_entry \d+ of countryBudget/) as string,
    })
  })
})

describe('a restored dump', () => {
  it('a restored dump finds its functions without a search path, as pg_restore works', async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`select set_config('search_path', '', false)`)
    const { rows } = await client.query(
      `select public.search_of('Ab c') as found, public.search_like('x.y') as pattern`,
    )
    await client.end()
    expect(rows).toEqual([{ found: 'ab c ^ab ^c', pattern: '%x.y%' }])
  })

  it('no checkpoint is made where the transaction counter of the cluster is behind the last one', async () => {
    const pool = new pg.Pool({ connectionString: await testDatabase(), max: 1 })
    await pool.query(
      `insert into audit_checkpoint (xid_below, last_xid, last_id, entries, leaves, hash) values ('900000000000', '899999999999', 1, 1, '', '')`,
    )
    await expect(checkpointAudit(pool)).rejects.toThrow(/transaction counter .* docs\/operations/)
    await pool.end()
  })
})
