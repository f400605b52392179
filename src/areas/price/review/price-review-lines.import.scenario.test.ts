import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textRows, workbookOf } from '#kernel/platform/excel/workbook-fixture.ts'
import { INDIA, TERM } from '#test/helpers/company/fixtures.ts'
import { bookOf, type ImportWorld, importWorld, problemsOf } from '#test/helpers/import-world.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceReviewLinesImport } from './price-review-lines.import.ts'

const TITLES = ['SKU ID', 'Price', 'By quantity', 'From (this line)', 'To (this line)', 'Remark']
const PARSE = '/gs/IN/oversea/aps/price/review/parse'
/** A model of several SKUs that India sells, and one of them. */
const [SPU, SKU] = ['BZ5', 'BZ5-BK-4128'] as const

const header = {
  title: 'Prices from a file',
  ...INDIA,
  classificationCode: 'PC-IN-04',
  tradeTermCode: TERM,
  basis: 'marketPrice',
  taxMode: 'exclusive',
  mode: 'replace',
  effectiveFrom: testDay(1),
  retro: 'no',
  reason: 'The market moved',
}

interface Parsed {
  readonly lines: readonly {
    readonly row: number
    readonly line: Readonly<Record<string, string>>
    readonly errors: readonly { row: number; column: string; key: string; msg: string }[]
  }[]
  readonly goodCount: number
  readonly badCount: number
}

let world: ImportWorld

beforeAll(async () => {
  world = await importWorld(await demoDatabase(), [priceReviewLinesImport])
})

afterAll(() => world?.close())

async function parse(bytes: Uint8Array): Promise<Parsed> {
  const fields = { header: JSON.stringify(header) }
  const answer = await world.server.upload<Parsed>('in.channel', PARSE, { name: 'lines.xlsx', bytes, fields })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}

const skusOf = (spu: string) =>
  world.server.query<{ code: string }>('select code from sku where spu_code = $1 and enabled order by code', [spu])

describe('lines of a price review from a workbook', () => {
  it('a row of an SPU or of a material becomes a line of each SKU in life, and a code that names nothing is a wrong SKU', async () => {
    const skus = (await skusOf(SPU)).map(({ code }) => code)
    expect(skus.length).toBeGreaterThan(2)
    const [material] = await world.server.query<{ code: string; sku: string }>(
      `select min(m.code) as code, m.sku_code as sku from material m join sku s on s.code = m.sku_code
       where m.enabled and s.spu_code = 'BZ4S' and s.enabled group by 2 order by 2`,
    )
    const { lines, goodCount, badCount } = await parse(
      bookOf([
        TITLES,
        [SPU, '199.50'],
        [material!.code, '１,２34', '0-100: 1234; 100-: 1200', testDay(5), testDay(9), 'of a material'],
        ['NO-SUCH-SKU', '100'],
      ]),
    )
    expect(lines.map(({ row, line }) => [row, line['skuCode'], line['price']])).toEqual([
      ...skus.map((code) => [2, code, '199.50']),
      [3, material!.sku, '1234.00'],
      [4, 'NO-SUCH-SKU', '100.00'],
    ])
    expect({ goodCount, badCount }).toEqual({ goodCount: skus.length + 1, badCount: 1 })
    expect(lines.at(-1)?.errors).toEqual([
      expect.objectContaining({
        row: 4,
        column: 'skuCode',
        key: 'price.wrongSku',
        msg: expect.stringMatching(/^Wrong SKU: NO-SUCH-SKU /),
      }),
    ])
  })

  it('each cell that cannot be meant is named: a price in other marks, none, a formula, days that turn round, and a SKU twice', async () => {
    const { lines } = await parse(
      workbookOf({
        rows: `${textRows([
          TITLES,
          [SKU, '1,5'],
          [SKU, '0', '', '', '', 'no price'],
          [SKU, '12', '', testDay(9), testDay(5)],
          [SKU, '12', '', testDay(20), testDay(30)],
          [SPU, '12', '', testDay(25), testDay(26)],
        ])}<row><c t="inlineStr"><is><t>BZ4S-BK-464</t></is></c><c><f>A1</f><v>5</v></c></row>`,
      }),
    )
    const found = lines.flatMap(({ row, line, errors }) =>
      errors.map(({ column, key }) => `${row} ${line['skuCode'] === SKU ? '' : 'other '}${column} ${key}`),
    )
    expect(found).toEqual(
      expect.arrayContaining([
        '2 price excel.cellNotNumber',
        '3 price excel.cellNotPositive',
        '4 lineTo price.datesReversed',
        '6 skuCode price.skuTwice',
        '7 other price excel.cellFormula',
      ]),
    )
    expect(found.filter((each) => each.startsWith('5 '))).toEqual(['5 skuCode price.skuTwice'])
  })

  it('ten thousand lines are read and checked in one call, and no more', async () => {
    await world.server.query(
      `insert into sku (code, name_zh, name_en, spu_code, sell_in, life_cycle) select 'FILE-' || n, 'F', 'F', $1, 'yes', 'active' from generate_series(1, 10001) n`,
      [SPU],
    )
    const rows = (count: number) => Array.from({ length: count }, (_, at) => [`FILE-${at + 1}`, '100'])
    const begun = performance.now()
    const { goodCount, badCount } = await parse(bookOf([TITLES, ...rows(10_000)]))
    expect({ goodCount, badCount }).toEqual({ goodCount: 10_000, badCount: 0 })
    expect(performance.now() - begun).toBeLessThan(20_000)
    const bytes = bookOf([TITLES, ...rows(10_001)])
    const fields = { header: JSON.stringify(header) }
    const refused = await world.server.upload('in.channel', PARSE, { name: 'lines.xlsx', bytes, fields })
    expect(refused.status).toBe(400)
  })

  it('a file becomes a draft with a line of each SKU, whole or not at all', async () => {
    const options = { kind: 'price-review-lines', params: header }
    const wrong = await world.read([TITLES, ['BZ4S', '80'], ['NO-SUCH', '80'], ['BZ4S-BK-464', '81']], options)
    expect(problemsOf(await world.rows(wrong.importId))).toEqual([
      [2],
      [3, 'skuCode price.wrongSku'],
      [4, 'skuCode price.skuTwice'],
    ])
    expect((await world.rows(wrong.importId))[2]?.errors[0]?.msg).toContain('line 2')
    const run = await world.read([TITLES, ['BZ4S', '80'], ['BZ5-BK-464', '81']], options)
    await world.act('run', run, { mode: 'all' })
    await world.work()
    const done = await world.detail(run.importId)
    expect(done.state, done.reason ?? '').toBe('done')
    const [draft] = await world.server.query<{ lines: number; source: string }>(
      `select jsonb_array_length(draft->'lines') as lines, draft->>'source' as source from price_review where no = $1`,
      [new URLSearchParams(done.resultUrl?.split('?')[1]).get('applyNo')],
    )
    expect(draft).toEqual({ lines: (await skusOf('BZ4S')).length + 1, source: 'file' })
  })
})
