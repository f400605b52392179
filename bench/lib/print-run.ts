// One process of print.bench.ts: prints of so many lines, or the floor beside them; prints its figures as JSON.
import { fileURLToPath } from 'node:url'
import { areas } from '#app/areas.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { buildModel, type PrintInput } from '#kernel/services/print/build-model.ts'
import { renderPdf } from '#kernel/services/print/render-pdf.ts'

export interface PrintFigures {
  readonly cold: number
  readonly warm: number[]
  readonly bytes: number
  readonly pages: number
  /** Of the whole process with its worker. */
  readonly peakMb: number
  /** The longest processor time without yielding of the serving thread. */
  readonly heldMs: number
}

/** A long document takes too long for many repetitions. */
const WARM = Number(process.argv[2]) > 2_000 ? 1 : 5

function application(lines: number): PrintInput {
  const at = '2026-11-20T03:01:00.000Z'
  const wire = {
    no: 'CB202611000123',
    applyType: 'grant',
    areaId: 2,
    year: 2026,
    month: 11,
    budgetDeptCode: 'BD01',
    projectPoolCode: 'PP01',
    productClass: 'phone',
    currency: 'INR',
    reason: '为十一月双节促销追加渠道激励与门店陈列费用，覆盖六城市一百二十家核心门店。',
    totalAmount: '1234567.00',
    drafter: { account: 'in.channel', name: '印度渠道经理' },
    timezone: 'UTC+05:30',
    createdAt: at,
    submittedAt: at,
  }
  const rows = Array.from({ length: lines }, (_, index) => ({
    lineNo: index + 1,
    countryCode: 'IN',
    projectCode: `PJ-IN-${index % 90}`,
    fscId: 'FSC1001',
    subBusiCode: 'S0701',
    productLineCode: 'PH10',
    amount: `${1000 + index}.50`,
    availableAmount: `${9000 + index}.00`,
    budgetCode: `BL${String(index).padStart(9, '0')}`,
    remark: index % 3 === 0 ? '排灯节门店陈列' : null,
  }))
  const projects = Object.fromEntries(rows.map((row) => [row.projectCode, `年度渠道激励项目 ${row.projectCode}`]))
  const context = {
    language: 'zh',
    principal: { name: '国家经理', account: 'in.manager' },
    now: new Date(at),
  } as PrintInput['context']
  return {
    document: countryBudgetDocument,
    loaded: { row: { state: 'underApproval' }, wire, lines: rows, approval: null } as unknown as PrintInput['loaded'],
    names: { projects, countries: { IN: '印度' }, businessTypes: { 'FSC1001|S0701': '分销商销量返利' } },
    context,
    sections: 'both',
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const began = performance.now()
  const result = await work()
  return { ms: performance.now() - began, result }
}

/** Longest processor time between two turns of the event loop; waiting for a core does not count. */
function watchTurns(): () => number {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let before = spent()
  const timer = setInterval(() => {
    const now = spent()
    longest = Math.max(longest, now - before)
    before = now
  }, 1)
  return () => {
    clearInterval(timer)
    return longest
  }
}

async function measure(make: () => Promise<Uint8Array>): Promise<PrintFigures> {
  const turns = watchTurns()
  const cold = await timed(make)
  const warm: number[] = []
  for (let round = 0; round < WARM; round += 1) warm.push((await timed(make)).ms)
  return {
    cold: cold.ms,
    warm,
    bytes: cold.result.byteLength,
    pages:
      Buffer.from(cold.result)
        .toString('latin1')
        .match(/\/Type \/Page\b/g)?.length ?? 0,
    peakMb: process.resourceUsage().maxRSS / 1024,
    heldMs: turns(),
  }
}

const FONT = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'))

/** The library's floor: an empty document with the same font. */
async function empty(): Promise<Uint8Array> {
  const { default: pdfmake } = await import('pdfmake')
  pdfmake.setFonts({ NotoSansSC: { normal: FONT } })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path === FONT)
  return pdfmake.createPdf({ content: [''], defaultStyle: { font: 'NotoSansSC' } }).getBuffer()
}

for (const area of areas) registerTexts(area.name, area.texts)
const lines = Number(process.argv[2])
const figures = await measure(
  lines === 0 ? empty : async () => renderPdf(await buildModel(application(lines)), undefined, 120_000),
)
process.stdout.write(JSON.stringify(figures))
process.exit(0)
