import { describe, expect, test } from 'vitest'
import { changeDraft, type Draft, emptyLine, inputOf, newDraft, Refusals, rekeyed, totalOf } from './phone-draft.ts'

const area = { value: '2', label: 'India', idcCode: 'IN', currency: 'INR' }
const other = { value: '3', label: 'Indonesia', idcCode: 'ID', currency: 'IDR' }
const today = new Date(2026, 2, 9)

function filled(): Draft {
  const draft = newDraft('grant', area, today)
  const line = {
    ...emptyLine(),
    countryCode: 'IN',
    projectCode: 'PJ',
    fscId: 'F1',
    subBusiCode: 'S1',
    productLineCode: 'PH10',
    amount: '10.50',
  }
  return {
    ...draft,
    header: { ...draft.header, projectPoolCode: 'PP01', budgetDeptCode: 'BD01', regionCode: 'R1' },
    lines: [line],
  }
}

describe('the draft of an application on a phone', () => {
  test('another area empties what belongs to an area, and brings its currency (B23)', () => {
    const { header, lines } = changeDraft(filled(), { type: 'area', area: other })
    expect(header).toMatchObject({
      idcCode: 'ID',
      areaId: '3',
      currency: 'IDR',
      projectPoolCode: '',
      budgetDeptCode: '',
      regionCode: null,
    })
    expect(lines[0]).toMatchObject({ countryCode: '', projectCode: '', fscId: 'F1', amount: '10.50' })
  })

  test('a copy stands behind its line under a key of its own', () => {
    const draft = filled()
    const [line] = draft.lines
    const copied = changeDraft(draft, { type: 'copy', key: line?.key ?? 0 })
    expect(copied.lines.map(({ amount }) => amount)).toEqual(['10.50', '10.50'])
    expect(new Set(copied.lines.map(({ key }) => key)).size).toBe(2)
  })

  test('a draft of another visit gets new keys, and nothing else', () => {
    const draft = filled()
    expect(rekeyed(draft).lines[0]?.key).not.toBe(draft.lines[0]?.key)
    expect(inputOf(rekeyed(draft))).toEqual(inputOf(draft))
  })

  test('keys do not travel, and amounts that cannot be read count as nothing', () => {
    const draft = changeDraft(filled(), { type: 'add' })
    expect(inputOf(draft).lines.every((line) => !('key' in line))).toBe(true)
    expect(totalOf(draft).toFixed(2)).toBe('10.50')
  })
})

describe('refusals by place', () => {
  const refusals = new Refusals([
    { key: 'document.required', params: {}, field: 'reason', msg: 'Reason is required' },
    { key: 'budget.businessTypeUnknown', params: {}, field: 'subBusiCode', row: 2, msg: 'unknown' },
    { key: 'budget.exceedsPool', params: {}, field: 'totalAmount', msg: 'too much' },
    { key: 'budget.exceedsPool', params: {}, field: 'totalAmount', msg: 'too much' },
  ])

  test('stand at their field; both codes of a business type are one', () => {
    expect(refusals.at('reason')).toBe('Reason is required')
    expect(refusals.at('fscId', 2)).toBe('unknown')
    expect(refusals.at('fscId', 0)).toBeUndefined()
    expect([...refusals.rows]).toEqual([2])
  })

  test('what no control has is told once, and not counted as a field', () => {
    expect(refusals.general.map(({ msg }) => msg)).toEqual(['too much'])
    expect(refusals.count).toBe(2)
  })
})
