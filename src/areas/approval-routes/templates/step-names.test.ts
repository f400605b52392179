import { expect, it } from 'vitest'
import { loadApprovalTypes } from '#app/approval-types.ts'

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
