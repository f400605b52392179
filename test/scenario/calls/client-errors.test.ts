import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { call } from '#kernel/testing/browser.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'

interface Line {
  readonly bindings: Readonly<Record<string, unknown>>
  readonly fields: unknown
  readonly text: unknown
}

let server: RunningServer
let webFolder: string
const lines: Line[] = []

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'client-errors-'))
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><meta name="build" content="b-1"><title>desktop</title>')
  server = await runServer(await testDatabase(), { webFolder })
  const { log } = server.app
  const child = log.child.bind(log)
  vi.spyOn(log, 'child').mockImplementation((bindings, options) =>
    Object.assign(child(bindings, options), {
      warn: (fields: unknown, text: unknown) => lines.push({ bindings, fields, text }),
    }),
  )
})

afterAll(async () => {
  await server.close()
  rmSync(webFolder, { recursive: true })
})

const report = {
  message: 'TypeError: x is not a function for a.person@example.org',
  info: 'render',
  part: 'Row',
  url: '/budgetCountry/pc?formInstanceId=1&token=secret',
  stack: 'at http://localhost/assets/page.js?v=1:1:2',
  build: 'b-1',
}
const send = (body: object) =>
  call<{ code: number; error?: { field?: string } }>(server.origin, '/api/v1/client-errors', { body })

it('a browser error is logged as one line with the request id and without private data, also without a session', async () => {
  const response = await fetch(`${server.origin}/api/v1/client-errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  })
  expect(response.status).toBe(200)
  expect(lines).toEqual([
    {
      bindings: { reqId: response.headers.get('x-request-id') },
      fields: {
        message: 'TypeError: x is not a function for …',
        info: 'render',
        part: 'Row',
        url: '/budgetCountry/pc',
        stack: 'at http://localhost/assets/page.js',
        build: 'b-1',
      },
      text: 'an error of a page',
    },
  ])
})

it('a browser error report with longer texts or other fields than a page sends is refused', async () => {
  lines.length = 0
  for (const wrong of [
    { stack: 'x'.repeat(4_001) },
    { message: '' },
    { message: 'x'.repeat(1_001) },
    { info: 'other' },
  ]) {
    const { status, body } = await send({ ...report, ...wrong })
    expect([status, body.error?.field]).toEqual([400, Object.keys(wrong)[0]])
  }
  expect(lines).toEqual([])
})

it('browser error reports are limited to sixty a minute for one address', async () => {
  server.advance(120)
  lines.length = 0
  const statuses: number[] = []
  for (let count = 0; count < 61; count += 1) statuses.push((await send(report)).status)
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429])
  expect(lines).toHaveLength(60)
})

it('every answer names the build of the pages, also a refusal', async () => {
  const refused = await fetch(`${server.origin}/api/v1/auth/csrf`)
  expect([refused.status, refused.headers.get('x-build')]).toEqual([401, 'b-1'])
})
