import { expect, test } from 'vitest'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'
import { type PagePdf, pagePdfRoute } from './page-pdf.ts'

const principal = { userId: 1, name: 'Somebody', account: 'somebody', timezone: 'UTC' }

async function printed(table: Omit<PagePdf['tables'][number], 'title' | 'columns'>, language: 'zh' | 'en') {
  const read = () =>
    Promise.resolve({
      title: 'Paper',
      no: 'P1',
      state: '',
      facts: [],
      tables: [{ title: 'Rows', columns: ['No.'], ...table }],
    })
  const route: Route = pagePdfRoute({ path: '/paper', right: 'x', summary: '', query: {}, read })
  const context = { language, principal, now: new Date('2026-11-20T00:00:00Z') } as unknown as RequestContext
  const file = (await route.handler({} as never, context, { query: {} } as never)) as { bytes: () => Promise<Buffer> }
  return (await pdfPages(await file.bytes())).map(({ text }) => text).join('')
}

test('a PDF that holds the newest rows only says how many there are and where the others stand', async () => {
  const rows = [['9'], ['8'], ['7']]
  expect(await printed({ rows, total: 1_234 }, 'en')).toContain('Thenewest3of1234areprintedhere;thepageitselfshowsall.')
  expect(await printed({ rows, total: 1_234 }, 'zh')).toContain('共1234条')
  for (const total of [3, null]) expect(await printed({ rows, total }, 'en')).not.toContain('newest')
})

test('an amount of a row with its own currency is printed with it', async () => {
  const rows = [[{ amount: '1234.5', currency: 'INR' }]]
  expect(await printed({ rows, amounts: [0] }, 'en')).toContain('1,234.50INR')
})
