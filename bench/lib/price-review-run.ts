import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { productNow } from '#kernel/base/clock/clock.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { decisionBy, tasksOf } from '#test/helpers/company/actor.ts'
import type { RunningCompany } from '#test/helpers/company/company-at.ts'
import { textRows, workbookOf } from '#kernel/platform/excel/workbook-fixture.ts'
import { priceReview } from '#areas/price/review/price-review.doc.ts'
import { CURRENCY, AREA, classificationOf, CLASSIFICATIONS, productOf, TERM } from './prices.ts'
import { setting } from './report.ts'

export const REVIEWED = setting('BENCH_LINES', 10_000, 20)
const DRAFTER = 'in.channel'
/** Of the country's finance: they may act on approved prices. */
const READER = 'in.finance'
const SUBMIT = '/aps/gs/price/bpm/template-code'

const headerOf = (classification: string) => ({
  title: 'Prices of the bench',
  idcCode: 'IN',
  areaId: AREA,
  currency: CURRENCY,
  classificationCode: classification,
  tradeTermCode: TERM,
  basis: 'marketPrice',
  taxMode: 'exclusive',
  mode: 'replace',
  effectiveFrom: dayFrom(2),
  effectiveTo: null,
  retro: 'no',
  reason: 'The market moved',
})

function dayFrom(days: number): string {
  return new Date(productNow().getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

export interface ReviewTimes {
  /** Seconds. */
  readonly parse: number
  readonly submit: number
  readonly approve: number
  /** The longest of another person's submits in the same area meanwhile. */
  readonly beside: number
  /** The first reading of the approved review, and the early end of all of its prices. */
  readonly read: number
  readonly end: number
}

async function seconds<T>(run: () => Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now()
  const result = await run()
  return [(performance.now() - began) / 1000, result]
}

/** One review of so many lines: its workbook is read and checked, it is submitted, and everybody agrees; each row in force is cut into two. */
export async function reviewOnce(company: RunningCompany, pool: pg.Pool, round: number): Promise<ReviewTimes> {
  const header = headerOf(classificationOf(round + 1))
  const titles = ['SKU ID', 'Price', 'By quantity', 'From (this line)', 'To (this line)', 'Remark']
  const lines = Array.from({ length: REVIEWED }, (_, n) => ({
    skuCode: productOf(n),
    price: `${18_000 + (n % 900)}.00`,
  }))
  const book = workbookOf({ rows: textRows([titles, ...lines.map(({ skuCode, price }) => [skuCode, price])]) })
  const form = new FormData()
  form.set('header', JSON.stringify(header))
  form.set('file', new Blob([new Uint8Array(book)]), 'lines.xlsx')
  const [parse, parsed] = await seconds(() =>
    company.upload<{ goodCount: number; badCount: number } | null>(
      DRAFTER,
      '/gs/IN/oversea/aps/price/review/parse',
      form,
    ),
  )
  if (parsed?.goodCount !== REVIEWED) throw new Error(`the file: ${JSON.stringify(parsed)?.slice(0, 300)}`)

  const [submit, acted] = await seconds(() =>
    company.call<Acted>(DRAFTER, SUBMIT, { ...header, lines, source: 'file' }),
  )
  const query = async <T>(text: string, values?: unknown[]) => (await pool.query(text, values)).rows as T[]
  for (;;) {
    const open = await tasksOf(query, acted.formInstanceId, ['open'])
    const [task] = open
    if (!task) throw new Error('nobody is asked')
    const others = besideIt(company)
    const [approve, done] = await seconds(() =>
      company.call<Acted>(task.account, `${priceReview.api}/approve`, { ...decisionBy(task), opinion: 'Agreed' }),
    )
    const beside = await others.stop()
    if (done.state !== 'approved') continue
    const [read] = await seconds(() =>
      company.call(READER, `${priceReview.api}/detail`, { formInstanceId: acted.formInstanceId }),
    )
    const [end] = await seconds(() =>
      company.call(READER, `${priceReview.api}/endEarly`, {
        id: acted.id,
        input: { day: dayFrom(90), reason: 'The model ends' },
      }),
    )
    return { parse, submit, approve, beside, read, end }
  }
}

/** Submits of one line by the same drafter, for classifications that no review of the bench is for, one after another until it is stopped; answers the longest. */
function besideIt(company: RunningCompany) {
  let isOver = false
  let longest = 0
  let made = 0
  const going = (async () => {
    while (!isOver) {
      const header = headerOf(classificationOf(CLASSIFICATIONS - 1 - (besideIt.count % 3)))
      const line = { skuCode: productOf((besideIt.count += 1)), price: '19000.00' }
      const [took] = await seconds(() => company.call<Acted>(DRAFTER, SUBMIT, { ...header, lines: [line] }))
      longest = Math.max(longest, took)
      made += 1
      await sleep(20)
    }
  })()
  return {
    async stop() {
      isOver = true
      await going
      return made === 0 ? Number.NaN : longest
    },
  }
}
besideIt.count = 0

/** The rows, ended versions and changes that an approval with so many splits writes at least, as one statement each; nothing of it stays. */
export async function bareApproval(pool: pg.Pool): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const began = performance.now()
    await client.query(
      `create temporary table bench_row on commit drop as select r.* from price_row r join price_key k on k.id = r.key_id
       where k.classification_code = $1 and r.known_until is null and r.valid_to is null limit ${REVIEWED}`,
      [classificationOf(0)],
    )
    const read = performance.now()
    await client.query(`update price_row r set known_until = product_now() from bench_row b where b.id = r.id`)
    for (const half of ['first', 'second'])
      await client.query(`insert into price_row (row_id, version, key_id, valid_from, valid_to, known_from, scope_id, price, tax_mode, source_type, party)
        select b.row_id, b.version + 1, b.key_id, ${
          half === 'first' ? `b.valid_from, b.valid_from + interval '1 hour'` : `b.valid_from + interval '1 hour', null`
        }, product_now(), b.scope_id, b.price, b.tax_mode, b.source_type, b.party from bench_row b`)
    await client.query(`insert into price_change (key_id, at, actor_id, act, before_id, document_type)
      select b.key_id, product_now(), 1, 'put', b.id, 'bench' from bench_row b cross join generate_series(1, 2)`)
    return (performance.now() - read) / 1000 + (read - began) / 1000
  } finally {
    await client.query('rollback')
    client.release()
  }
}
