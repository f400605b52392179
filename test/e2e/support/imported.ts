import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'

const ACCOUNT = 'admin'
const HEAD = 'Code,Chinese name,English name,Area'

let run: Promise<string> | undefined

/** An import of customer channels: valid rows, invalid rows, and an unknown column. */
export function importedRun(origin: string): Promise<string> {
  run ??= upload(origin).then((importId) => `/imports/run?id=${importId}`)
  return run
}

function upload(origin: string): Promise<string> {
  const prefix = randomUUID().slice(0, 8).toUpperCase()
  const rows = Array.from(
    { length: 30 },
    (_, at) => `${prefix}-${at},渠道 ${at},Channel ${at} of the north,${at % 6 === 4 ? 'NOWHERE' : 'IN'},x`,
  )
  const file = [`${HEAD},Channel manager`, ...rows, `,,No code,IN,`].join('\n')
  return importOf(origin, ACCOUNT, 'customer-channel', file).then(({ importId }) => importId)
}

/** A csv file handed in and read. */
export async function importOf(
  origin: string,
  account: string,
  kind: string,
  file: string,
  params: object = {},
): Promise<ImportRunView> {
  const form = new FormData()
  form.append('params', JSON.stringify(params))
  form.append('file', new Blob([file]), `${kind}.csv`)
  const { importId } = await companyAt(origin).upload<ImportRunView>(account, `/aps/import/upload/${kind}`, form)
  return atRest(origin, account, importId)
}

/** The run once no worker processes it. */
export async function atRest(origin: string, account: string, importId: string): Promise<ImportRunView> {
  for (;;) {
    const run = await companyAt(origin).call<ImportRunView>(account, '/aps/import/detail', { importId })
    if (run.state !== 'reading' && run.state !== 'running') return run
    await sleep(100)
  }
}
