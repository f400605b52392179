import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callAs, sessionOf } from './arranged.ts'

const ACCOUNT = 'admin'
const HEAD = 'Code,Chinese name,English name,Area'

let run: Promise<string> | undefined

/** Customer channels that were read: good ones, wrong ones, and a column that nobody knows. */
export function importedRun(origin: string): Promise<string> {
  run ??= upload(origin).then((importId) => `/imports/run?id=${importId}`)
  return run
}

async function upload(origin: string): Promise<string> {
  const prefix = randomUUID().slice(0, 8).toUpperCase()
  const rows = Array.from(
    { length: 30 },
    (_, at) => `${prefix}-${at},渠道 ${at},Channel ${at} of the north,${at % 6 === 4 ? 'NOWHERE' : 'IN'},x`,
  )
  const form = new FormData()
  form.append('file', new Blob([[`${HEAD},Channel manager`, ...rows, `,,No code,IN,`].join('\n')]), 'channels.csv')
  const { token, csrfToken } = await sessionOf(origin, ACCOUNT)
  const headers = { authorization: `Bearer ${token}`, 'x-csrf-token': csrfToken }
  const answer = await fetch(`${origin}/aps/import/upload/customer-channel`, { method: 'POST', headers, body: form })
  const { data } = (await answer.json()) as { data: { importId: string } }
  for (;;) {
    const { state } = await callAs<{ state: string }>(origin, ACCOUNT, '/aps/import/detail', {
      importId: data.importId,
    })
    if (state !== 'reading') return data.importId
    await sleep(100)
  }
}
