import { expect, test } from 'vitest'
import { filledLines, inputOf, newDraft } from './application-form.ts'

test('empty lines at the end are not sent, one in between keeps its place', () => {
  const lines: Record<string, string>[] = [{ amount: '1' }, { amount: ' ' }, { amount: '3' }, {}, { amount: '' }]
  expect(filledLines(lines)).toEqual(lines.slice(0, 3))
  expect(filledLines([{}])).toEqual([])
})

test('the address fills the header of a new application', () => {
  const draft = newDraft(new URLSearchParams('applyType=revoke&idcCode=IN&topAreaId=2'))
  expect(draft.header).toMatchObject({ applyType: 'revoke', idcCode: 'IN', areaId: '2' })
  expect(inputOf(draft)).toMatchObject({ source: 'typed', regionCode: null, lines: [] })
})

test('a business type is one value on the page and two codes on the wire; an unreadable year is none', () => {
  const draft = newDraft(new URLSearchParams())
  const input = inputOf({
    ...draft,
    header: { ...draft.header, year: 'next' },
    lines: [{ businessType: 'FSC1004|S0402', amount: '12.30' }],
  })
  expect(input.year).toBeNull()
  expect(input.lines).toEqual([
    expect.objectContaining({ fscId: 'FSC1004', subBusiCode: 'S0402', amount: '12.30', budgetCode: null }),
  ])
})
