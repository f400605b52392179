import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ApiDescription, withComponents } from '#kernel/platform/http/api-description.ts'
import { answerSchemaOf } from '#kernel/platform/http/register-route.ts'
import { operationIdOf } from '#kernel/platform/http/operation-name.ts'
import { writerOf } from '#kernel/platform/http/serializer.ts'
import { validatorOf } from '#kernel/platform/http/validation.ts'
import { apiTable, describedServer, type WrittenApi, writtenApi } from '#app/openapi.ts'
import { expandedPaths } from '#test/arch/support/expanded-api.ts'

let written: WrittenApi
let api: ApiDescription

beforeAll(async () => {
  written = await writtenApi()
  api = written.files.get('openapi')!
})

const operationsOf = (description: ApiDescription) => Object.values(description.paths).flatMap(Object.values)
const namesIn = (part: unknown) =>
  [...JSON.stringify(part).matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, at]) => at)
const componentsOf = ({ components }: ApiDescription) =>
  (['schemas', 'responses'] as const).flatMap((kind) => Object.keys(components[kind]).map((name) => `${kind}/${name}`))

it('the table docs/api.tsv lists the current routes (npm run openapi writes it)', () => {
  expect(readFileSync(apiTable, 'utf8') === written.table).toBe(true)
})

describe('the API description', () => {
  it('the API description gives every call an operationId of its own that follows from method and path', () => {
    const ids = operationsOf(api).map(({ operationId }) => operationId)
    expect(ids.length).toBeGreaterThan(1_000)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^(get|post)[A-Z][A-Za-z0-9]*$/)
    const path = '/gs/:idc/oversea/aps/budget/country/check'
    expect(operationIdOf({ method: 'POST', path })).toBe('postBudgetCountryCheck')
    expect(operationIdOf({ method: 'GET', path: '/api/v1/admin/enum/child/:code' })).toBe('getAdminEnumChildByCode')
    expect(operationIdOf({ method: 'GET', path: '/aps/template/import/store-image.xlsx' })).toBe(
      'getTemplateImportStoreImageXlsx',
    )
  })

  it('the API description with components equals the written out schemas', () => {
    expect(expandedPaths(api)).toEqual(written.whole.paths)
  })

  it('the API description names only components that exist, and has none that nothing names', () => {
    for (const description of written.files.values())
      expect(new Set(namesIn(description))).toEqual(new Set(componentsOf(description)))
  })

  it('the API description writes shared parts of calls once', () => {
    const shared = ['ActionAnswer', 'ExportAnswer', 'Failure', 'ImportUpload', 'ListTotal', 'NullableString', 'Success']
    expect(Object.keys(api.components.schemas)).toEqual(expect.arrayContaining(shared))
    expect(JSON.stringify(api).length).toBeLessThan(JSON.stringify(written.whole).length * 0.65)
  })

  it('the API description refuses two different shapes of one name', () => {
    const [path, methods] = Object.entries(written.whole.paths)[0]!
    const [method, operation] = Object.entries(methods)[0]!
    const other = { ...operation, requestBody: { schema: { title: 'Failure', type: 'object' } } }
    const twice = { ...written.whole, paths: { [path]: { [method]: other } } }
    expect(() => withComponents(twice)).toThrow('two different shapes in the API description are called Failure')
  })

  it('the API description puts every call into the file of exactly one area or of the kernel', () => {
    const parts = [...written.files].filter(([name]) => name !== 'openapi')
    const ids = parts.flatMap(([, part]) => operationsOf(part).map(({ operationId }) => operationId))
    expect(ids).toHaveLength(operationsOf(api).length)
    expect(new Set(ids)).toEqual(new Set(operationsOf(api).map(({ operationId }) => operationId)))
    const budget = Object.keys(written.files.get('budget')!.paths)
    expect(budget).toEqual(expect.arrayContaining(['/aps/budget/country/detail', '/aps/document/countryBudget/pdf']))
    expect(budget.filter((path) => path.startsWith('/aps/scheme/'))).toEqual([])
  })
})

// The server compiles the schemas of a call when it is first called, so without this a broken one would be found in production.
it('the schemas of every call and of its answer compile', async () => {
  const { routes } = await describedServer()
  const faults: string[] = []
  for (const route of routes) {
    const { body, query, params } = route as Pick<typeof route, 'query' | 'params'> & { body?: typeof route.query }
    try {
      for (const schema of [body, query, params]) if (schema) validatorOf(schema, 'body')({})
      const answer = answerSchemaOf(route)
      if (answer !== null) writerOf(answer)
    } catch (error) {
      faults.push(`${route.method} ${route.path}: ${String(error)}`)
    }
  }
  expect(faults).toEqual([])
  expect(routes.length).toBeGreaterThan(1_000)
})
