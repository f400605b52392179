import { expect } from '@playwright/test'
import { applicationOf, submittedGrant } from './support/application.ts'
import * as desk from './support/desk.ts'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'

test('an open document shows by itself that somebody else decided it', async ({ browser, origin }) => {
  const lines = [{ project: 'PJ-IN-01', businessType: 'S0602', productLine: 'PH30', amount: '130' }]
  const { no, formInstanceId } = await submittedGrant(
    origin,
    applicationOf({ department: 'BD09', reason: 'Watched', lines }),
  )
  const drafter = await arrive(browser, 'in.channel', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  const { states } = drafter.texts.budget.documents.countryBudget
  await expect(drafter.page.getByText(states.underApproval).first()).toBeVisible()
  const manager = await arrive(browser, 'in.manager', '/index')
  await desk.openTask(manager, no)
  await desk.decide(manager, 'reject', 'Not this month')
  await expect(drafter.page.getByText(states.rejected).first()).toBeVisible()
  await expect(drafter.page.getByText(states.underApproval)).toHaveCount(0)
})
