import { expect, it } from 'vitest'
import { loadApprovalTypes } from '#app/approval-types.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { kernelVariables } from '../kernel-variables.template.ts'
import { approvalRoutesPage as en } from '../locale/page.en.ts'
import { approvalRoutesPage as zh } from '../locale/page.zh.ts'
import { conditionText, type ConditionTexts, conditionWords } from './condition-words.ts'

const approvalTypes = await loadApprovalTypes()

const isChinese = (text: string) => /[\u4e00-\u9fff]/.test(text)

it('every step of the delivered routes has a Chinese name and reason', () => {
  const steps = approvalTypes.flatMap(({ code, steps: own }) =>
    own.flatMap(({ key, name, rule }) => [name, rule].map((text) => `${code} ${key} ${text?.zh ?? ''}`)),
  )
  expect(steps.filter((text) => !isChinese(text))).toEqual([])
  // 'Team leader' is not abbreviated, because TL is also a way of transport (D9).
  expect(steps.filter((text) => /\bTL\b/.test(text))).toEqual([])
})

const sayIn =
  (language: Language): ConditionTexts =>
  (key, values) =>
    interpolate({ en, zh }[language].conditions[key], values)

it('every condition of the delivered routes has words in both languages', () => {
  const said = approvalTypes.flatMap(({ code, variables, steps }) =>
    steps.flatMap(({ when }) => {
      if (when === undefined) return []
      return (['en', 'zh'] as const).map((language) => {
        const known = { ...kernelVariables, ...variables }
        const names = {
          variable: (name: string) => known[name]?.label[language],
          value: (_: string, value: string) => value,
        }
        return [code, when, conditionWords(when, sayIn(language), names)] as const
      })
    }),
  )
  expect(said.length).toBeGreaterThan(50)
  expect(said.filter(([, , words]) => words === null)).toEqual([])
})

const labels: Readonly<Record<string, string>> = {
  amount: 'Amount',
  applyType: 'Apply type',
  late: 'Late',
  roles: 'Roles',
}
const values: Readonly<Record<string, string>> = { grant: 'Grant', hqBudget: 'HQ budget owner' }
const names = { variable: (name: string) => labels[name], value: (_: string, value: string) => values[value] ?? value }
const words = (condition: string, language: Language = 'en') => conditionWords(condition, sayIn(language), names)

it('a condition is said with the names of its variables, values and roles', () => {
  expect(words('amount > 10000 and applyType = "grant"')).toBe('Amount is more than 10,000 and Apply type is Grant')
  expect(words('amount > 10000 and applyType = "grant"', 'zh')).toBe('Amount大于 10,000，且Apply type为Grant')
  expect(words('late = true or (amount >= 12345678.5 and not(late))')).toBe(
    'Late: yes or (Amount is at least 12,345,678.5 and Late: no)',
  )
  expect(words('not(list contains(roles, "hqBudget"))')).toBe('Roles do not include HQ budget owner')
  expect(words('not(amount < 5)')).toBe('Amount is at least 5')
  expect(words('not(late or amount = 0)')).toBe('not (Late: yes or Amount is 0)')
})

it('a condition of another form, or with an unknown variable, has its own text alone', () => {
  for (const other of [
    'amount + 1 > 5',
    'nothing = 1',
    'amount >',
    'amount > 5 amount',
    'some x in roles satisfies x',
    '',
  ])
    expect([other, words(other)]).toEqual([other, null])
  expect(conditionText('amount + 1 > 5', sayIn('en'), names)).toBe('amount + 1 > 5')
  expect(conditionText('amount > 5', sayIn('en'), names)).toBe('Amount is more than 5 · amount > 5')
})
