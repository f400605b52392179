import { describe, expect, test } from 'vitest'
import { sampleDocument } from '#kernel/testing/sample-document.ts'
import { newDraft } from './draft/draft.ts'
import { countOf, hasProblems, problemsOf } from './problems.ts'

const refusal = (key: string, field?: string, row?: number) => ({
  key,
  params: {},
  msg: `${key} ${field}`,
  ...(field === undefined ? {} : { field }),
  ...(row === undefined ? {} : { row }),
})

const whole = { item: 'I1', amount: '1' }

describe('refusals in a form', () => {
  test('refusals are shown at their field and cell, those of a pair at its first code, and others above', () => {
    const problems = problemsOf(
      sampleDocument,
      [refusal('a.b', 'type'), refusal('a.c', 'amount', 1), refusal('a.d', 'total'), refusal('a.d', 'total')],
      newDraft({ centre: 'C|T' }, [whole, whole]),
      true,
    )
    expect(problems.header).toEqual({ centre: 'a.b type' })
    expect([...problems.rows]).toEqual([[1, { amount: 'a.c amount' }]])
    expect(problems.other).toEqual(['a.d total'])
    expect([countOf(problems), hasProblems(problems)]).toEqual([2, true])
  })

  test('a refusal about missing lines disappears with the first filled line', () => {
    const other = (lines: readonly Record<string, string>[]) =>
      problemsOf(sampleDocument, [refusal('document.noLines', 'lines')], newDraft({}, lines), true).other
    expect([other([]), other([{ item: ' ' }]), other([{ item: 'I1' }])]).toEqual([
      ['document.noLines lines'],
      ['document.noLines lines'],
      [],
    ])
  })

  test('refusals about empty fields wait until the first submit', () => {
    const refusals = [
      refusal('document.required', 'site'),
      refusal('area.unknown', 'site'),
      refusal('area.unknown', 'item', 0),
      refusal('area.duplicate', 'amount', 0),
      refusal('document.notAmount', 'amount', 0),
    ]
    const draft = newDraft({ site: '' }, [{ item: '', amount: 'x' }])
    expect([...problemsOf(sampleDocument, refusals, draft, false).rows]).toEqual([
      [0, { amount: 'document.notAmount amount' }],
    ])
    const tried = problemsOf(sampleDocument, refusals, draft, true)
    expect(tried.header).toEqual({ site: 'document.required site' })
    expect(tried.rows.get(0)).toEqual({ item: 'area.unknown item', amount: 'area.duplicate amount' })
  })
})
