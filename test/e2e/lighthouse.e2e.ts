import { expect } from '@playwright/test'
import { whileSignedIn } from './pictures/lighthouse.ts'
import { test } from './support/test.ts'

// Its speed is a figure (bench/lighthouse.bench.ts): on a shared machine it would be a test of the machine.

test('Lighthouse rates accessibility and best practices of the signed-in list with 100', async ({ origin }) => {
  const visit = { origin, account: 'in.channel', path: '/budget/pc/country/list', shows: /BL\d{9}/ }
  await whileSignedIn(visit, async (audit) => {
    const { address, scores, faults } = await audit('accessibility', 'best-practices')
    expect(address).toBe(origin + visit.path)
    expect(faults).toEqual([])
    expect(scores).toEqual({ accessibility: 100, 'best-practices': 100 })
  })
})
