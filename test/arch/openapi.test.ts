import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { answerSchemaOf } from '#kernel/http/register-route.ts'
import { writerOf } from '#kernel/http/serializer.ts'
import { validatorOf } from '#kernel/http/validation.ts'
import { describedServer, openApiFile, openApiText } from '#app/openapi.ts'

it('docs/openapi.json describes the current routes (npm run openapi writes it)', async () => {
  expect(readFileSync(openApiFile, 'utf8') === (await openApiText())).toBe(true)
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
