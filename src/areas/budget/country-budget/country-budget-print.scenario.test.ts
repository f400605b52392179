import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { makeSession, sessionHeaders } from '#test/helpers/servers/requests.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { type PdfPage, pdfPages, turnedTexts } from '#test/helpers/laws/file-parts.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'

// The print of an application: its content, page breaks, and access.

let world: World
let server: RunningServer
/** Enough for several pages; unique amounts and remarks identify every line. */
const LINES = 50
const application = { no: '', formInstanceId: '' }
const amountOf = (line: number) => `${line}.${String(line).padStart(2, '0')}`
const HOSTILE = `${'long'.repeat(60)} \u202Egnp.exe\u202C 👍 مرحبا\u0007 ${'备注'.repeat(30)}`

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '100000.00', 4)
  await world.query(`insert into project (code, name_zh, name_en, country_code, scope_id)
    select 'PX-' || n, '专项激励' || n || '号', 'Special incentive ' || n, c.code, c.organisation_id
    from country c, generate_series(1, ${LINES}) n where c.code = 'IN'`)
  const lines = Array.from({ length: LINES }, (_, index) => ({
    amount: amountOf(index + 1),
    projectCode: `PX-${index + 1}`,
    remark: index === 0 ? HOSTILE.slice(0, 200) : `Remark ${index + 1}`,
  }))
  const submitted = await world.submit('in.channel', lines, { reason: HOSTILE.slice(0, 500) })
  Object.assign(application, { no: submitted.no, formInstanceId: submitted.formInstanceId })
  await world.decide('in.manager', 'approve', application.formInstanceId, 'Checked against the plan, agreed')
  server = await runServer(databaseUrl)
})

afterAll(async () => {
  await server?.close()
  await world?.close()
})

async function print(account: string, query: Readonly<Record<string, string>>, language: 'zh' | 'en' = 'zh') {
  return server.app.inject({
    method: 'GET',
    url: `/aps/document/countryBudget/pdf?${new URLSearchParams(query)}`,
    headers: { ...sessionHeaders(await makeSession(world.pool, account, 60)), 'x-language': language },
  })
}

async function pagesOf(query: Readonly<Record<string, string>> = {}, language: 'zh' | 'en' = 'zh') {
  const answer = await print('in.manager', { formInstanceId: application.formInstanceId, ...query }, language)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers['content-disposition']).toContain(`${application.no}.pdf`)
  return pdfPages(answer.rawPayload)
}

const all = (pages: readonly PdfPage[]) => pages.map((page) => page.text).join('')

describe('the PDF of an application', () => {
  it('the PDF of an application is A4 with real text in both languages', async () => {
    const pages = await pagesOf()
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages)
      expect(page.mediaBox.map((side) => Number(side.toFixed(2)))).toEqual([0, 0, 592.28, 841.89])
    for (const text of ['预算下达', application.no, '审批中', 'POOL-A/池A', 'D01/渠道部', '手机']) {
      expect(pages[0]?.text).toContain(text)
    }
    const english = all(await pagesOf({}, 'en'))
    for (const text of ['Budgetgrant', 'UnderApproval', 'POOL-A/PoolA', 'Specialincentive7']) {
      expect(english).toContain(text)
    }
  })

  it('the PDF of an application holds every line with its amount and the names of its codes', async () => {
    const text = all(await pagesOf())
    for (let line = 1; line <= LINES; line += 1) {
      expect(text).toContain(amountOf(line))
      expect(text).toContain(`PX-${line}/专项激励${line}号`)
    }
    const total = Array.from({ length: LINES }, (_, index) => Number(amountOf(index + 1))).reduce(
      (sum, each) => sum + each,
    )
    expect(text).toContain(`合计${total.toLocaleString('en', { minimumFractionDigits: 2 })}INR`)
    expect(text).toContain('大写金额INR壹仟贰佰')
    // An English reader cannot check Chinese numerals.
    expect(all(await pagesOf({}, 'en'))).not.toMatch(/仟|元整/)
  })

  it('the PDF of an application repeats the table head on each page, numbers pages and cuts no row', async () => {
    const pages = await pagesOf({ sections: 'content' })
    pages.forEach((page, index) => expect(page.text).toContain(`第${index + 1}页，共${pages.length}页`))
    const withLines = pages.filter((page) => /PX-\d+/.test(page.text))
    expect(withLines.length).toBeGreaterThan(1)
    for (const page of withLines) {
      expect(page.text.match(/序号.*?国家.*?项目.*?申请金额.*?备注/g)?.length).toBe(1)
      // First and last column of a row are on the same page at the same height.
      for (const { text, y } of page.pieces.filter((piece) => /^Remark \d+/.test(piece.text))) {
        const number = page.pieces.find((piece) => piece.x < 60 && Math.abs(piece.y - y) < 1)
        expect(text).toBe(`Remark ${number?.text}`)
      }
    }
    expect(pages.flatMap((page) => page.pieces.filter((piece) => /^Remark \d+/.test(piece.text)))).toHaveLength(
      LINES - 1,
    )
  })

  it('the PDF of an application keeps hostile texts inside the page and marks characters it cannot show', async () => {
    const pages = await pagesOf()
    expect(all(pages)).toContain('gnp.exe□□□□□□')
    expect(all(pages)).toContain('□表示打印字体中没有的字符')
    for (const page of pages) for (const { x } of page.pieces) expect(x).toBeLessThan(592.28 - 40)
  })

  it('the PDF of an application holds content, record or both as requested', async () => {
    const [content, record, both] = [
      all(await pagesOf({ sections: 'content' })),
      all(await pagesOf({ sections: 'record' })),
      all(await pagesOf({})),
    ]
    const opinion = 'Checkedagainsttheplan,agreed'
    expect([content, record, both].map((text) => text.includes('PX-9/'))).toEqual([true, false, true])
    expect([content, record, both].map((text) => text.includes(opinion))).toEqual([false, true, true])
    expect(record).toContain('in.manager同意2026-11-2113:30')
    expect(record).toContain('所有时间均为UTC+05:30')
  })

  it('the PDF of an application is marked with the person who downloaded it', async () => {
    const answer = await print('hq.auditor', { formInstanceId: application.formInstanceId }, 'en')
    const marks = (await turnedTexts(answer.rawPayload)).join(' ')
    expect(marks).toContain('hq.auditor')
    expect((await pdfPages(answer.rawPayload))[0]?.text).toContain('hq.auditor')
  })
})

describe('access to the PDF of an application', () => {
  it('the PDF of an application is given to readers of the document and does not exist for another region', async () => {
    const addresses: readonly Readonly<Record<string, string>>[] = [
      { formInstanceId: application.formInstanceId },
      { no: application.no },
    ]
    for (const query of addresses) {
      const answer = await print('id.manager', query)
      expect([answer.statusCode, answer.json<{ error: { key: string } }>().error.key]).toEqual([
        404,
        'document.notFound',
      ])
    }
    expect((await print('in.channel', { no: application.no })).statusCode).toBe(200)
  })

  it('the PDF of a draft is given to its drafter alone', async () => {
    const draft = await world.act('in.channel', 'save', {
      raw: { applyType: 'grant', idcCode: 'IN', areaId: 2, reason: 'Half a thought', lines: [{ amount: 'twelve' }] },
    })
    expect((await print('in.manager', { id: draft.id })).statusCode).toBe(403)
    const own = await print('in.channel', { id: draft.id }, 'en')
    const text = all(await pdfPages(own.rawPayload))
    expect(text).toContain('Halfathought')
    expect(text).toContain('twelve')
    expect(text).toContain('Notsubmittedforapprovalyet')
  })
})
