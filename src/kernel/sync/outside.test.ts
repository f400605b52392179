import { expect, it } from 'vitest'
import { readSyncConfig } from '#kernel/config/sync.ts'
import { outsideOf, type SystemAddress } from './outside.ts'

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

it('a secret goes to the hosts that it was said to be for, and to no other', async () => {
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
