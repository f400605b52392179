import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, sourceFiles } from './support/imports.ts'
import { codeOf, offences } from './support/texts-of-files.ts'

// Laws of architecture.md that show in a file's text. Exceptions are named here and may only shrink.
const root = join(import.meta.dirname, '../..')
const files = sourceFiles()
const areas = files.filter((file) => file.startsWith('src/areas/'))
const matching = (pattern: RegExp) => (file: string) => pattern.test(codeOf(file))

test('areas get their transaction as an argument and have no connection pool', () => {
  const imports = (file: string) =>
    importsOf(file).some(({ target, specifier }) => target === 'src/kernel/platform/db/pool.ts' || specifier === 'pg')
  expect(offences(areas, imports, [])).toEqual([])
})

test('no file but the posting function writes balances, journals and postings', () => {
  const writes = matching(
    /(update\s+\w+_account|delete\s+from\s+(\w+_account|ledger_\w+)|insert\s+into\s+ledger_\w+|update\s+ledger_\w+)\b/i,
  )
  expect(
    offences(files, writes, [
      'src/kernel/engine/ledger/post-sql.ts',
      // A million lines for load tests are written in bulk; the replay check holds for them too.
      'src/areas/budget/demo/volume.ts',
      // How an account is controlled is no balance, and changes by a document.
      'src/areas/budget/budget-setting/budget-setting.document.ts',
      // The record that somebody was told of a threshold is no balance either.
      'src/areas/budget/spending/budget-use.work.ts',
    ]),
  ).toEqual([])
})

test('rows of documents are written in one place', () => {
  const writes = matching(
    /(update|insert\s+into|delete\s+from)\s+(country_budget(_line)?\b|\$\{(definition\.)?table\})/i,
  )
  // Records have one place of their own.
  const places = ['src/kernel/engine/document/document-sql.ts', 'src/kernel/engine/record/write/write-rows.ts']
  expect(offences(files, writes, places)).toEqual([])
})

test('append-only tables are never updated or deleted', () => {
  const table =
    '(audit_entry|audit_checkpoint|ledger_posting|ledger_journal|approval_act|approval_template|approval_band|year_rate(_version)?|ledger_overrun|rebate_batch_move|receivable_move|customer_invoice(_line|_move)?|budget_encumbrance_move)'
  expect(offences(files, matching(new RegExp(`(update|delete\\s+from|truncate)\\s+${table}\\b`, 'i')), [])).toEqual([])
})

test('areas reach scoped tables through `scoped`, or in the facts and queries listed here', () => {
  const raw = matching(
    /\b(from|join|update|into)\s+(budget_line|budget_pool|country_budget|budget_transfer|budget_account)\b/i,
  )
  const named = [
    // Names of the accounts that documents move, which the caller holds a task of.
    'src/areas/budget/shared/budget-accounts.server.ts',
    'src/areas/budget/budget-line/budget-line.queries.ts',
    // Every part asks for the caller's organisations; the postings are of an account that the caller may see.
    'src/areas/budget/explain/cell-amounts.server.ts',
    'src/areas/budget/explain/postings.queries.ts',
    // Days are added up for everybody; reads are limited to the caller's organisations.
    'src/areas/budget/explain/turnover.server.ts',
    // Notifies each owner of their own budget.
    'src/areas/budget/spending/budget-use.work.ts',
    // The checks read the whole ledger; their findings are shown by the reader's organisations.
    'src/areas/budget/self-check/self-check.steps.ts',
    'src/areas/budget/transfer/budget-transfer.facts.ts',
    'src/areas/budget/budget-line/budget-made.server.ts',
    'src/areas/budget/pool/pool-budget.facts.ts',
    // The caller's right to the area has been checked: reads what is left below its pools.
    'src/areas/budget/pool/budget-pool.queries.ts',
    'src/areas/budget/country-budget/country-budget.facts.ts',
    'src/areas/budget/country-budget/line-facts.server.ts',
    'src/areas/budget/country-budget/line-plans.server.ts',
    'src/areas/budget/spending/spending.facts.ts',
    // Reads what documents encumber, by the documents that the caller's own document is about, and where that goes at
    // the end of a year.
    'src/areas/budget/spending/encumbrance.facts.ts',
    'src/areas/budget/year-end/carry-over.facts.ts',
    'src/areas/budget/year-end/carry-over.plans.ts',
    'src/areas/budget/year-end-cockpit/next-year.server.ts',
    'src/areas/budget/budget-setting/budget-setting.document.ts',
    'src/areas/budget/budget-setting/budget-setting.facts.ts',
    // Looks for accounts within the lines that `scoped` leaves.
    'src/areas/budget/budget-setting/control-filters.server.ts',
    // Decision facts of a document that the caller was already shown: others on its pool or budgets, of the same organisation.
    'src/areas/budget/transfer/budget-transfer.routes.ts',
    'src/areas/budget/country-budget/country-budget.routes.ts',
    'src/areas/budget/pool/fund-pool.server.ts',
    // The same for schemes: a document names budgets and parts that the caller was already shown.
    'src/areas/scheme/decision/decision-facts.server.ts',
    // Pools and departments that pay for a scheme, which no rule looks at unless the drafter sees the scheme.
    'src/areas/scheme/settlement/scheme-payers.facts.ts',
    // Reads what is open in an area at the end of a year, by the reader's organisations and customers, row by row.
    'src/areas/scheme/carryover/annual-carryover.routes.ts',
    // A job ends every scheme whose time is over; no person calls it.
    'src/areas/scheme/life/scheme-expiry.work.ts',
    // Reads what a plan already has: the caller's own drafts, and budgets of the area that the caller has a right to.
    'src/areas/budget/year-plan/year-plan.queries.ts',
    // A year end: the lines that a document of the area names, and the cockpit of an area that the caller keeps the books of.
    'src/areas/budget/year-end/year-end.queries.ts',
    'src/areas/budget/year-end/year-end.plans.ts',
    'src/areas/budget/year-end-cockpit/year-end-cockpit.queries.ts',
    'src/areas/budget/year-end/year-end-holding.server.ts',
  ]
  const demo = (file: string) => /(^|\/)demo/.test(file)
  expect(
    offences(
      areas.filter((file) => !demo(file)),
      raw,
      named,
    ),
  ).toEqual([])
})

test('server code gets the clock as an argument', () => {
  const server = files.filter((file) =>
    /^src\/(areas\/[^/]+\/(server\/)?[^/]+\.ts$|kernel\/(?:(?:engine|services|platform)\/)?(definition|document|approval|tasks|absence|monitor|ledger|audit)\/)/.test(
      file,
    ),
  )
  expect(offences(server, matching(/\bproductNow\b/), [])).toEqual([])
})

test('money is never typed as a JavaScript number', () => {
  const typed = matching(/\b(\w*[aA]mount|available|granted|revoked|balance)\??: number\b/)
  expect(offences(files, typed, [])).toEqual([])
})

test('every prepared statement has a name of its own', () => {
  const names = files.flatMap((file) =>
    [...codeOf(file).matchAll(/\bprepared(?:<[^(]*>)?\(\s*['"]([^'"]+)['"]/g)].map((match) => `${match[1]}`),
  )
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('no source file is longer than 350 lines', () => {
  const long = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length > 350
  expect(offences(files, long, ['src/kernel/platform/db/tables.ts'])).toEqual([])
})

test('texts for people are in locale files and not in the code', () => {
  const chinese = matching(/[\u4e00-\u9fff]/)
  const isText = (file: string) =>
    /\/locale\/|\.(en|zh)\.ts$|-template\.ts$|(^|\/)demo|\.(doc|template)(\.facade)?\.ts$/.test(file)
  expect(
    offences(
      files.filter((file) => !isText(file)),
      chinese,
      CHINESE,
    ),
  ).toEqual([])
})

/** Signs that are data or names of languages, not texts. */
const CHINESE: readonly string[] = [
  'src/kernel/web/console/phone/tasks/TasksHead.tsx',
  'src/kernel/web/console/shell/TopBar.tsx',
]

test('a field of a document refers to what a file of references declares', () => {
  const others = areas.filter((file) => !/references(\.facade)?\.ts$/.test(file))
  expect(offences(others, matching(/\bnames: '|f\.ref\(\{/), [])).toEqual([])
})
