import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openApiFile, openApiText } from '#app/openapi.ts'

it('docs/openapi.json is what the routes say now (npm run openapi writes it)', async () => {
  expect(readFileSync(openApiFile, 'utf8') === (await openApiText())).toBe(true)
})
