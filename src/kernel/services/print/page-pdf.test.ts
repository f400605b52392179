import { expect, test } from 'vitest'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'
import { pageModel, type PagePdf } from './page-pdf.ts'
import { renderPdf } from './render-pdf.ts'

const principal = { name: 'Somebody', account: 'somebody', timezone: 'UTC' }

async function printed(table: Omit<PagePdf['tables'][number], 'title' | 'columns'>, language: 'zh' | 'en') {
  const page = {
    title: 'Paper',
    no: 'P1',
    state: '',
    facts: [],
    tables: [{ title: 'Rows', columns: ['No.'], ...table }],
  }
  const model = pageModel(page, { language, principal, now: new Date('2026-11-20T00:00:00Z') })
  return (await pdfPages(await renderPdf(model, 'test'))).map(({ text }) => text).join('')
}

test('a PDF that holds only the newest rows says how many there are and where the others stand', async () => {
  const rows = [['9'], ['8'], ['7']]
  expect(await printed({ rows, total: 1_234 }, 'en')).toContain('Thenewest3of1234areprintedhere;thepageitselfshowsall.')
  expect(await printed({ rows, total: 1_234 }, 'zh')).toContain('共1234条')
  for (const total of [3, null]) expect(await printed({ rows, total }, 'en')).not.toContain('newest')
})

test('an amount of a row with its own currency is printed with it', async () => {
  const rows = [[{ amount: '1234.5', currency: 'INR' }]]
  expect(await printed({ rows, amounts: [0] }, 'en')).toContain('1,234.50INR')
})
