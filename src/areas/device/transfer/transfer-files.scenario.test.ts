import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadWorld } from '#test/helpers/download-world.ts'
import { bookOf, type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
import { headerOf, type TransferWorld, transferWorld } from '#test/helpers/devices/transfer-world.ts'
import { deviceTransfer } from './device-transfer.doc.ts'
import { transferNumbers } from './transfer-file.server.ts'

let its: TransferWorld
let files: ImportWorld
beforeAll(async () => {
  its = await transferWorld()
  files = await importWorld(its.databaseUrl, [transferNumbers])
})
afterAll(async () => {
  await files?.close()
  await its?.close()
})

/** A draft of the channel manager, and what an import into it asks for. */
async function drafted() {
  const header = headerOf()
  const { id, no } = await its.call<{ id: string; no: string }>(`${deviceTransfer.api}/save`, header, 'in.channel')
  return { id, no, options: { account: 'in.channel', kind: transferNumbers.name, params: { id } } }
}

const good = async (id: string) => {
  const { records } = await its.call<{ records: { number: string }[] }>(
    '/aps/gs/transfer/imei/success/list',
    { id, limit: 1000 },
    'in.channel',
  )
  return records.map(({ number }) => number)
}

describe('numbers of a transfer from a file', () => {
  test('a file with a number that fails is taken as a whole or not at all', async () => {
    const [one, two] = await its.units(2)
    const { id, options } = await drafted()
    const run = await files.read([['Number'], [one!], ['12345'], [two!], ['=1+1']], options)
    const rows = await files.rows(run.importId)
    expect(rows.map(({ row, errors }) => [row, errors[0]?.msg ?? null])).toEqual([
      [2, null],
      [3, 'This number fails: An IMEI has 15 digits'],
      [4, null],
      [5, 'This number fails: Not a number of a device: only digits and letters'],
    ])
    const refused = await files.act('run', run, { mode: 'all' })
    expect([refused.status, refused.msg]).toEqual([
      400,
      expect.stringContaining('modify the file and upload all again'),
    ])
    expect(await good(id)).toEqual([])
  })

  test('its good numbers are taken where the person chooses so, and a run is undone', async () => {
    const [one, two] = await its.units(2)
    const { id, no, options } = await drafted()
    const [{ carton }] = (await its.query<{ carton: string }>(
      `update device set carton_sn = 'CTTEST1' where imei1 = $1 returning carton_sn as carton`,
      [two],
    )) as [{ carton: string }]
    const run = await files.read([['Number'], [` ${one} `], ['12345'], [carton], [one!]], options)
    await files.act('run', run, { mode: 'good' })
    await files.work()
    const done = await files.detail(run.importId)
    expect([done.state, done.resultUrl]).toEqual(['done', expect.stringContaining(`applyNo=${no}`)])
    // A carton stands for what is in it.
    expect(await good(id)).toEqual([one, two])
    await files.act('undo', done)
    await files.work()
    expect(await good(id)).toEqual([])
  })

  test('nobody imports into the draft of another person, or into a transfer that was submitted', async () => {
    const [one] = await its.units(1)
    const { options } = await drafted()
    const foreign = await files.upload(
      { name: 'numbers.xlsx', bytes: bookOf([['Number'], [one!]]) },
      { ...options, account: 'in.sales' },
    )
    await files.work()
    const seen = foreign.status === 200 ? await files.detail(foreign.data.importId, 'in.sales') : null
    expect(seen === null || seen.state === 'failed').toBe(true)
  })

  test('the files of a transfer have each number as text with its outcome, and only the failed ones where asked', async () => {
    const [one] = await its.units(1)
    const { id } = await its.draft(headerOf(), `${one} 12345`, 'in.channel')
    const downloads = await downloadWorld(its.databaseUrl)
    try {
      await downloads.startWorker()
      const file = async (path: string) => {
        const { data } = await downloads.server.call<{ taskId: string }>('in.channel', path, { id, format: 'xlsx' })
        const { rows } = await downloads.sheet('in.channel', await downloads.ended('in.channel', data.taskId))
        return rows.map(({ cells }) => cells.map((cell) => (cell.kind === 'empty' ? '' : cell.text)))
      }
      const all = await file('/aps/gs/transfer/head/imei/export')
      expect(all.map(([, number]) => number)).toEqual([one, '12345'])
      const failed = await file('/aps/gs/transfer/imei/fail/export')
      expect(failed).toEqual([expect.arrayContaining(['12345', 'An IMEI has 15 digits'])])
    } finally {
      await downloads.close()
    }
  })
})
