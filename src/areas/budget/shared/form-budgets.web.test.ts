import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTexts } from '#kernel/web/console/client/i18n.ts'
import { fakePage } from '#test/helpers/laws/fake-page.ts'
import type { BudgetLine } from '../budget-line/budget-line.list.ts'

// What a form says about the budgets that an address names, and about those that a line may be paid from.

beforeAll(async () => {
  fakePage()
  await startTexts('en')
})
afterAll(() => vi.unstubAllGlobals())

const budget = (budgetCode: string, more: Partial<BudgetLine> = {}) =>
  ({
    budgetCode,
    year: 2026,
    month: 3,
    countryCode: 'IN',
    projectCode: 'PJ1',
    projectName: 'Spring',
    projectCountryCode: null,
    budgetDeptCode: 'BD01',
    projectPoolCode: 'PP01',
    fscId: 'F01',
    subBusiCode: 'S0101',
    productLineCode: 'PH20',
    currency: 'INR',
    available: '1234.5',
    ...more,
  }) as BudgetLine

it('a form says which budgets of its address it left out, and that an area is not the person’s', async () => {
  // It waits for the texts of the page.
  const { notesOf } = await import('./left-out.web.ts')
  const areas = [{ value: '2', label: 'India', idcCode: 'IN', currency: 'INR' }]
  const notes = (address: string, found: readonly BudgetLine[] = [], chosen = found) =>
    notesOf({ query: new URLSearchParams(address), areas, found, chosen, instead: 'India' })
  const [first, second] = [budget('BL1'), budget('BL2')]
  expect(notes('topAreaId=2&idcCode=IN&countryBudgetCodes=BL1', [first])).toEqual([])
  const [mixed, ...none] = notes('countryBudgetCodes=BL1,BL2', [first, second], [first])
  expect(none).toEqual([])
  expect(mixed).toContain('BL2')
  expect(mixed).toContain('BL1')
  expect(notes('countryBudgetCodes=BL9')).toEqual([expect.stringContaining('no such budgets in this area: BL9')])
  expect(notes('topAreaId=3&idcCode=ID')).toEqual([expect.stringMatching(/3, ID.*India/)])
})

it('a budget to spend from is told by its month, what is left, its business type and product line', async () => {
  const { spendableOption } = await import('./spendable-budgets.web.ts')
  const names = { businessTypes: new Map([['F01|S0101', 'Channel']]), productLines: new Map([['PH20', 'Flagship']]) }
  const option = spendableOption(budget('BL1'), names, 'Available')
  expect(option.label).toMatch(/^BL1 \/ .*Spring.* · 2026-03$/)
  expect(option.detail).toBe('Available 1,234.50 INR · Channel · Flagship')
  expect(option.search).toContain('BD01 PP01')
  expect(option.of).toEqual({ customerCountryCode: 'IN' })
  expect(spendableOption(budget('BL2', { projectCountryCode: 'BD' }), names, 'Available').of).toEqual({
    customerCountryCode: 'BD',
  })
})
