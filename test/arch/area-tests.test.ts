import { expect, it } from 'vitest'
import { areaNames, areasOfTest, testFiles } from '#test/arch/support/area-tests.ts'
import { importsOf } from '#test/arch/support/imports.ts'

it('every area has tests that concern it, so that `npm test -- <area>` runs something', () => {
  expect(areaNames).toContain('budget')
  expect(areaNames.filter((area) => !testFiles.some((file) => areasOfTest(file).includes(area)))).toEqual([])
})

it.each([
  ['by the folder in which it lies', 'src/areas/scheme/beneficiary/scheme-store.scenario.test.ts', ['scheme']],
  ['by its name', 'test/e2e/devices.e2e.ts', ['device']],
  ['by what it imports', 'test/e2e/year-end.e2e.ts', ['budget']],
  ['by an address that it names', 'test/e2e/transfer.e2e.ts', ['budget']],
])('a test is assigned to an area %s', (_, file, areas) => {
  expect(testFiles).toContain(file)
  expect(areasOfTest(file)).toEqual(areas)
})

it.each([
  ['document', 'test/scenario/approval/approval-verbs.test.ts', []],
  ['list to export', 'test/scenario/downloads/exports.test.ts', []],
  ['record to tell other systems of', 'test/scenario/sync/sync-push.test.ts', []],
  ['record, beside those of another area', 'test/scenario/records/records.test.ts', ['organisation']],
])(
  'a kernel test that uses budgets as its example of a %s is not assigned to the area of budgets',
  (_, file, areas) => {
    expect(testFiles).toContain(file)
    expect(areasOfTest(file)).toEqual(areas)
  },
)

it('the helpers that a test imports by #test are followed', () => {
  const targets = importsOf('test/arch/area-tests.test.ts').map(({ target }) => target)
  expect(targets).toContain('test/arch/support/area-tests.ts')
})
