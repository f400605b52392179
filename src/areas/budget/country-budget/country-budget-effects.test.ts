import { expect, it } from 'vitest'
import { registerDocument } from '#kernel/engine/document/server-document.ts'
import { countryBudgetDocument } from './country-budget.plans.ts'

it('a document definition with an undescribed side effect does not start', () => {
  expect(() => registerDocument({ ...countryBudgetDocument, effects: {} })).toThrow('nothing is said of financePush')
})
