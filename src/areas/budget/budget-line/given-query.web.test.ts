import { describe, expect, it } from 'vitest'
import { budgetOfNoArea, type GivenPage, listQuery } from './given-query.web.ts'

const AREAS = [
  { value: '2', idcCode: 'IN' },
  { value: '3', idcCode: 'ID' },
]
const listOf = (page: GivenPage, query: string) =>
  listQuery(new URLSearchParams(query), page, AREAS)?.toString() ?? null

describe('a link to a list of budgets', () => {
  it.each<[GivenPage, string, string | null]>([
    ['country', 'idcCode=IN', null],
    ['country', 'topAreaId=3', 'idcCode=ID'],
    ['country', 'idcCode=IN&topAreaId=3', 'idcCode=IN'],
    ['country', 'topAreaId=99', ''],
    ['country', 'applyNo=CB20261100012', 'no=CB20261100012&view=applications&idcCode=all'],
    ['country', 'idcCode=IN&applyType=revoke', 'idcCode=IN&applyType=revoke&view=applications'],
    ['country', 'topAreaId=2&countryBudgetCodes=BL1,BL2', 'idcCode=IN&budgetCode=BL1%2CBL2'],
    ['country', 'view=lines&applyType=grant', null],
    ['project', 'topAreaId=2&countryBudgetCodes=BL1', 'idcCode=IN&budgetCode=BL1&view=lines'],
    ['transfer', 'topAreaId=2&applyType=project', 'idcCode=IN&level=project'],
    ['transfer', 'applyNo=BT20261100001&countryBudgetCodes=BL1', 'no=BT20261100001&fromBudgetCode=BL1'],
    ['transfer', 'applyType=grant', ''],
    ['pool', 'applyNo=PB20261100001', 'no=PB20261100001&view=applications&idcCode=all'],
  ])('the link to the list of budgets keeps its filters: %s?%s', (page, given, wanted) => {
    expect(listOf(page, given)).toBe(wanted)
  })
})

describe('a link to a budget without its area', () => {
  it.each<[GivenPage, string, string | null]>([
    ['country', 'idcCode=all&budgetCode=BL000000001', 'BL000000001'],
    ['country', 'idcCode=all&budgetCode=BL000000001,BL000000002', 'BL000000001'],
    ['project', 'idcCode=all&view=lines&budgetCode=BL000000001', 'BL000000001'],
    ['country', 'idcCode=IN&budgetCode=BL000000001', null],
    ['country', 'idcCode=all&view=applications&budgetCode=BL000000001', null],
    ['project', 'idcCode=all&budgetCode=BL000000001', null],
    ['transfer', 'idcCode=all&budgetCode=BL000000001', null],
    ['country', 'idcCode=all', null],
  ])('a list of budget lines asks for the area of the first budget that a link names: %s?%s', (page, query, code) => {
    expect(budgetOfNoArea(new URLSearchParams(query), page)).toBe(code)
  })
})
