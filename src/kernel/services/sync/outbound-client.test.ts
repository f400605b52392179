import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSyncConfig } from '#kernel/base/config/sync.ts'
import { outsideOf, type SystemAddress } from './outbound-client.ts'
import { productNow } from '#kernel/base/clock/clock.ts'

const system: SystemAddress = {
  system_code: 'ERP',
  base_address: 'https://elsewhere.invalid/in',
  secret_name: 'ERP',
  token_name: 'ERP_TOKEN',
  timeout_seconds: 1,
}

function configOf(hosts: string) {
  const problems: string[] = []
  const config = readSyncConfig({ SYNC_SECRET_ERP: 'whsec_x', SYNC_HOSTS_OF_SECRETS: hosts }, problems, null)
  return { config: { ...config, days: 1 }, problems }
}

it('a secret is sent only to the hosts it is assigned to', async () => {
  for (const hosts of ['ERP=erp.one.com', 'ERP_TOKEN=erp.one.com|erp.two.com']) {
    const answer = await outsideOf(configOf(hosts).config).call(
      system,
      { method: 'GET', path: '/', id: '1', maxBytes: 10 },
      new Date(0),
    )
    expect(answer).toMatchObject({
      kind: 'untried',
      reason: { key: 'sync.secretElsewhere', params: { name: hosts.split('=')[0], host: 'elsewhere.invalid' } },
    })
  }
  expect(configOf('ERP=elsewhere.invalid').problems).toEqual([])
  expect(configOf('erp;x').problems).toHaveLength(1)
})

it('a secret in SYNC_SECRETS_DIR is read at each call, so that replacing it needs no restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  const answers: string[] = []
  const server = createServer(({ headers }, response) => {
    answers.push(String(headers.authorization))
    response.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  try {
    const environment = { SYNC_SECRETS_DIR: folder, SYNC_INTERNAL_HOSTS: '127.0.0.1' }
    const outside = outsideOf({ ...readSyncConfig(environment, [], null), days: 1 })
    const here = { ...system, base_address: `http://127.0.0.1:${port}` }
    const call = () => outside.call(here, { method: 'GET', path: '/', id: '1', maxBytes: 10 }, productNow())
    expect(await call()).toMatchObject({ kind: 'untried' })
    writeFileSync(join(folder, 'ERP'), `whsec_${Buffer.alloc(24, 7).toString('base64')}\n`)
    for (const token of ['the-first', 'the-second']) {
      writeFileSync(join(folder, 'ERP_TOKEN'), `${token}\n`)
      await call()
    }
    expect(answers).toEqual(['Bearer the-first', 'Bearer the-second'])
  } finally {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
