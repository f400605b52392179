// `npm run bench -- headline`: ten figures, each by the bench that measures it, at sizes meant to take less than six minutes together. It writes
// them with day, commit and load into docs/performance.md, between the marks.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Goal, load, shown } from './lib/report.ts'

interface Figure {
  readonly title: string
  /** The goal among those that the bench prints. */
  readonly what: RegExp
}

interface Part {
  readonly bench: string
  readonly sizes: Readonly<Record<string, number | string>>
  readonly figures: readonly Figure[]
}

const PARTS: readonly Part[] = [
  {
    bench: 'first-load',
    sizes: { BENCH_ROUNDS: 3, BENCH_COLD: 1, BENCH_VISITS: '^desktop: budget lines|^plain page' },
    figures: [{ title: 'first list: rows stand after signing in, empty cache', what: /^desktop.*from signing in/ }],
  },
  {
    bench: 'list',
    sizes: { BENCH_LINES: 500_000, BENCH_ROUNDS: 3, BENCH_SECONDS: 1 },
    figures: [
      { title: 'list of 500,000 lines: its SQL against the page written by hand', what: /^list SQL/ },
      { title: 'the same over HTTP, p99', what: /^page over HTTP, p99/ },
    ],
  },
  {
    bench: 'actions',
    sizes: { BENCH_ROUNDS: 2, BENCH_SECONDS: 2, BENCH_DOCUMENTS: 100, BENCH_RECORDED: 30 },
    figures: [{ title: 'submits over HTTP, 16 clients', what: /^submits$/ }],
  },
  {
    bench: 'approvals',
    sizes: { BENCH_ROUNDS: 3, BENCH_DOCUMENTS: 300, BENCH_INSTANCES: 0 },
    figures: [{ title: 'decisions over HTTP, 16 clients, against 1.3 times DBOS', what: /^decisions, empty/ }],
  },
  {
    bench: 'find',
    sizes: { BENCH_ROUNDS: 2, BENCH_ROWS: 500_000, BENCH_CUSTOMERS: 20_000, BENCH_STAFF: 10_000, BENCH_SECONDS: 1 },
    figures: [
      {
        title: 'search among 500,000 documents by number and name, one country, p99',
        what: /^in\.channel: documents/,
      },
    ],
  },
  {
    bench: 'inbox',
    sizes: {
      BENCH_INSTANCES: 100_000,
      BENCH_PEOPLE: 2_000,
      BENCH_ROUNDS: 2,
      BENCH_SECONDS: 2,
      BENCH_CASES: '^inbox, to do$',
    },
    figures: [{ title: 'inbox beside 100,000 finished approvals, 16 clients, p99', what: /^inbox, to do, p99 of 16/ }],
  },
  {
    bench: 'import',
    sizes: { BENCH_IMPORT_ROWS: 50_000, BENCH_ROUNDS: 1 },
    figures: [{ title: 'import of 50,000 rows, checked and audited, against their COPY', what: /against a COPY/ }],
  },
  {
    bench: 'export',
    sizes: { BENCH_EXPORT_ROWS: 200_000, BENCH_ROUNDS: 1, BENCH_SECONDS: 1 },
    figures: [{ title: 'export of 200,000 rows to xlsx against their COPY', what: /^xlsx against/ }],
  },
  {
    bench: 'audit',
    sizes: { BENCH_ENTRIES: 500_000, BENCH_ROUNDS: 1, BENCH_SECONDS: 0.3 },
    figures: [
      { title: 'audit of 500,000 entries: the dearest page by filters of an index, p99', what: /^a page by filters/ },
    ],
  },
]

const root = join(import.meta.dirname, '..')
const document = join(root, 'docs', 'performance.md')
const [BEGIN, END] = ['<!-- headline: written by `npm run bench -- headline` -->', '<!-- end of headline -->']

interface Row {
  readonly title: string
  readonly goal: Goal | null
}

function measured({ bench, sizes, figures }: Part): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'headline-'))
  const results = join(folder, 'results')
  writeFileSync(results, '')
  try {
    const environment = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, String(size)]))
    const began = performance.now()
    const { status } = spawnSync(process.execPath, [join('bench', `${bench}.bench.ts`)], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...environment, BENCH_RESULTS: results },
    })
    const goals = readFileSync(results, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Goal)
    console.log(
      `\n== ${bench} ${status === 0 ? 'ran' : 'BROKE OFF'} in ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
    )
    return figures.map(({ title, what }) => ({ title, goal: goals.find((goal) => what.test(goal.what)) ?? null }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function line({ title, goal }: Row): string {
  if (!goal) return `| ${title} | | | | broke off |`
  const { value, goal: wanted, is, unit, floor = '' } = goal
  const met = is === 'least' ? value >= wanted : value <= wanted
  return `| ${title} | at ${is} ${shown(wanted)} ${unit} | ${shown(value)} ${unit} | ${floor} | ${met ? 'met' : 'missed'} |`
}

function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', 'src', 'bench', 'db') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
}

const began = performance.now()
const [day, of, before] = [new Date().toISOString().slice(0, 10), commit(), load()]
const rows = PARTS.flatMap(measured)
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
const text = [
  BEGIN,
  '',
  `${day}, commit ${of}, load ${before} before and ${load()} after, ${minutes} minutes.`,
  '',
  '| figure | goal | measured | floor of the same run | |',
  '|---|---|---|---|---|',
  ...rows.map(line),
  '',
  END,
].join('\n')
console.log(text)

const old = readFileSync(document, 'utf8')
const [from, to] = [old.indexOf(BEGIN), old.indexOf(END)]
if (from < 0 || to < from) throw new Error('docs/performance.md has lost the marks of the headline')
writeFileSync(document, `${old.slice(0, from)}${text}${old.slice(to + END.length)}`)
process.exitCode = rows.every(({ goal }) => goal !== null) ? 0 : 1
