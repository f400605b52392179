import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { sendPlainMail } from '#kernel/services/notify/mail.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { mailServer } from '#test/helpers/notify-world.ts'
import { until } from '#test/helpers/until.ts'
import { auditEntry } from './audit.ts'
import { publishHead, readHeadLine, readPublished } from './anchor.ts'
import { checkpointAudit } from './checkpoint.ts'

it('each checkpoint of the audit is published once to every place, also by mail, and again where a place was down', async () => {
  const mail = await mailServer()
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  const pool = createPool({ databaseUrl: await testDatabase(), max: 2, name: 'test' })
  const at = new Date('2026-11-21T09:00:00Z')
  const entry = { kind: 'call', documentType: null, documentId: null, action: 'POST', actorId: 1, at } as const
  const write = () =>
    transaction(pool, (tx) =>
      tx.run(auditEntry({ ...entry, fromState: null, toState: null, detail: {}, requestId: 'r' }, null).statement),
    )
  await write()
  await until(async () => (await checkpointAudit(pool)) === 1, 'the entry is not checkpointed')
  const path = join(folder, 'told.jsonl')
  const file = { kind: 'file', name: 'told', path } as const
  const away = { kind: 'file', name: 'away', path: join(path, 'below-a-file') } as const
  const targets = [file, away, { kind: 'mail', name: 'mail', address: 'audit@company.example' }] as const
  const sender = { url: mail.url, from: 'office@company.example' }
  const publishing = {
    targets,
    minutes: 60,
    mail: (to: string, subject: string, text: string) => sendPlainMail(sender, { to, subject, text }),
  }
  const lines = () => readFileSync(path, 'utf8').trim().split('\n').length
  // A second time nothing is new.
  for (const _time of [1, 2])
    await expect(publishHead(pool, publishing, at)).rejects.toThrow('could not be told to away')
  const [checkpoint] = await reading(pool, (tx) =>
    tx.rows<{ id: string; hash: Buffer }>({
      name: 'newest',
      text: 'select id::text, hash from audit_checkpoint',
      values: [],
    }),
  )
  const hash = checkpoint!.hash.toString('hex')
  expect(await readPublished(file)).toEqual([{ checkpoint: checkpoint!.id, hash, at: at.toISOString() }])
  expect(mail.mails.map(({ subject, text }) => [subject, readHeadLine(text ?? '').hash])).toEqual([
    [`Audit chain: checkpoint ${checkpoint!.id}`, hash],
  ])
  // A new checkpoint waits for the place's time.
  await write()
  await until(async () => (await checkpointAudit(pool)) === 1, 'the entry is not checkpointed')
  await publishHead(pool, { ...publishing, targets: [file] }, new Date(at.getTime() + 59 * 60_000 - 2_000))
  expect(lines()).toBe(1)
  await publishHead(pool, { ...publishing, targets: [file] }, new Date(at.getTime() + 60 * 60_000))
  expect(lines()).toBe(2)
  await pool.end()
  await mail.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('a malformed checkpoint of the audit is refused', () => {
  expect(() => readHeadLine('{"checkpoint":"1","hash":"short"}')).toThrow('not a head')
})
