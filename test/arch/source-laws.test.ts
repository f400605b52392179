import { lineTableOf, partsOf } from '#kernel/engine/definition/parts.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas as productAreas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { importsOf, sourceFiles } from './support/imports.ts'
import { appendOnlyTables, scopedTables } from './support/schema-tables.ts'
import { codeOf, offences } from './support/texts-of-files.ts'

// Laws of architecture.md that show in a file's text. Exceptions are named here and may only shrink.
const root = join(import.meta.dirname, '../..')
const files = sourceFiles()
const areas = files.filter((file) => file.startsWith('src/areas/'))
const matching = (pattern: RegExp) => (file: string) => pattern.test(codeOf(file))
const documents = (await loadAreaServers(productAreas)).flatMap((area) => area.documents)

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
  const tables = documents.flatMap(({ definition }) => [
    definition.table,
    ...[definition, ...partsOf(definition)].map(lineTableOf),
  ])
  expect(tables).toContain('scheme_termination')
  const named = `(${tables.join('|')})\\b|\\$\\{(definition\\.)?table\\}`
  const writes = matching(new RegExp(`(update|insert\\s+into|delete\\s+from)\\s+(${named})`, 'i'))
  // Records have one place of their own.
  const places = [
    'src/kernel/engine/document/document-sql.ts',
    'src/kernel/engine/document/line-sql.ts',
    'src/kernel/engine/record/write/write-rows.ts',
  ]
  expect(offences(files, writes, places)).toEqual([])
})

test('append-only tables are never updated or deleted', () => {
  expect(appendOnlyTables).toContain('audit_entry')
  const changes = new RegExp(`(update|delete\\s+from|truncate)\\s+(${appendOnlyTables.join('|')})\\b`, 'i')
  expect(offences(files, matching(changes), [])).toEqual([])
})

test('statements of areas over rows of an organisation say whose rows they read, or are listed here', () => {
  expect(scopedTables).toContain('customer')
  const names = new RegExp(`\\b(from|join|update|into)\\s+(${scopedTables.join('|')})\\b`, 'i')
  const saysWhose = /\bscoped\(|\bsightOf\(|\bwithinScope\(|\bscope_id\b|\bscope\b/
  const isUnlimited = (file: string) => names.test(codeOf(file)) && !saysWhose.test(codeOf(file))
  // That no account sees another region's rows is what every-route.test.ts proves of every call. Texts hold no statements. Four kinds of files read for a document
  // or a row that the caller was admitted to before (bindings, facts, plans, rules), and works run for nobody.
  const isOfAdmitted = (file: string) =>
    /\.(document|facts|plans|work|en|zh)\.ts$|-rules\.server\.ts$|(^|\/)demo/.test(file)
  const others = areas.filter((file) => !isOfAdmitted(file))
  expect(offences(others, isUnlimited, UNLIMITED)).toEqual([])
})

const UNLIMITED = [
  // Of a transfer whose page the person sees, or whose receipt they are asked to confirm.
  'src/areas/device/transfer/arrival.routes.ts',
  'src/areas/device/transfer/reverse.routes.ts',
  // The people of a role are narrowed to the reader's organisations by `findRecords`.
  'src/areas/account/account.server.ts',
  // Of people, organisations, routes, products and exchanges with other systems, which belong to the whole company: by the right of the call.
  'src/areas/account/leaving/leaving.routes.ts',
  'src/areas/approval-routes/setting/setting.queries.ts',
  'src/areas/auditing/entries/entry-detail.server.ts',
  'src/areas/auditing/entries/entry-search.server.ts',
  'src/areas/auditing/entries/entry.queries.ts',
  'src/areas/integration/health/health.routes.ts',
  'src/areas/integration/log/run.queries.ts',
  'src/areas/organisation/budget-rates/budget-rates.server.ts',
  'src/areas/organisation/selectors/reach.server.ts',
  'src/areas/permission/requests/request.queries.ts',
  'src/areas/product/records/sales-terms.server.ts',
  'src/areas/product/selectors/selector.queries.ts',
  // Of an area, an account or a number that the caller was admitted to before; conditions of devices come from the caller.
  'src/areas/budget/explain/as-of.server.ts',
  'src/areas/budget/explain/postings.queries.ts',
  'src/areas/budget/shared/budget-accounts.server.ts',
  'src/areas/budget/year-end-cockpit/year-end-cockpit.queries.ts',
  'src/areas/budget/year-end/year-end-holding.server.ts',
  'src/areas/budget/year-plan/year-plan.queries.ts',
  'src/areas/device/device-list/device-list.queries.ts',
  'src/areas/device/device-list/find-devices-by-number.server.ts',
  'src/areas/device/device-list/find-devices.server.ts',
  'src/areas/price/application/review-follows.server.ts',
  'src/areas/price/check/price-check.queries.ts',
  'src/areas/price/list/price-row-states.queries.ts',
  'src/areas/price/own/own-concern.ts',
  'src/areas/price/resolution/costs-of.server.ts',
  'src/areas/price/resolution/price-at.server.ts',
  'src/areas/price/resolution/price-cuts.server.ts',
  'src/areas/price/resolution/special-price-sql.ts',
  'src/areas/price/resolution/special-prices.server.ts',
  'src/areas/price/shared/lines-over.server.ts',
  'src/areas/scheme/drafts-and-names/scheme-names.server.ts',
  'src/areas/scheme/life/scheme-life.queries.ts',
  'src/areas/scheme/price-protection/make-application.server.ts',
  'src/areas/scheme/shared/scheme-child.server.ts',
  'src/areas/scheme/withhold-run/withhold-run.import.ts',
  // Other documents that wait for the same money as one that the caller was already shown.
  'src/areas/budget/budget-setting/budget-setting.routes.ts',
  'src/areas/budget/country-budget/pool-holders.server.ts',
  'src/areas/scheme/receivables-adjustment/receivables-decision.server.ts',
  // The checks are of the whole ledger; what they find is told by the reader's organisations.
  'src/areas/budget/self-check/self-check.steps.ts',
]

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
  expect(offences(files, long, [])).toEqual([])
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
  'src/kernel/base/money/written-number.ts',
  'src/kernel/web/console/phone/parts/PhoneMenu.tsx',
  'src/kernel/web/console/shell/TopBar.tsx',
]

test('a field of a document refers to what a file of references declares', () => {
  const others = areas.filter((file) => !/references(\.facade)?\.ts$/.test(file))
  expect(offences(others, matching(/\bnames: '|f\.ref\(\{/), [])).toEqual([])
})

test('no page has a native list, day, time, radio button or check box beside those of the kit', () => {
  const web = files.filter((file) => file.endsWith('.tsx'))
  const isNative = matching(
    /\bCheckbox\b.* from 'antd'|<select\b|\btype=(\{\s*)?['"](date|datetime-local|time|month|week|radio|checkbox)['"]|\btype: ['"](date|datetime-local|time|month|week|radio|checkbox)['"] as const/,
  )
  // The kit's own groups of radio buttons, of the desktop and of the phone, and the check box.
  const kit = [
    'src/kernel/web/ui/choices/Choices.tsx',
    'src/kernel/web/ui/choices/Checkbox.tsx',
    'src/kernel/web/console/phone/form/ChoiceSet.tsx',
  ]
  expect(offences(web, isNative, kit)).toEqual([])
})

test('a table of a page is a list view or a plain table, so that it is cards in a narrow window', () => {
  const kit = [
    'src/kernel/web/console/list/ListTable.tsx',
    'src/kernel/web/console/list/PlainTable.tsx',
    // Their own cards have room for what is done to a row.
    'src/kernel/web/console/absence/AbsenceTable.tsx',
    'src/kernel/web/console/absence/DecidedTable.tsx',
    'src/kernel/web/console/downloads/DownloadCenter.tsx',
  ]
  expect(offences(files, matching(/<DataTable\b/), kit)).toEqual([])
})

test('pairs of label and value are listed by the one component of their width', () => {
  const writesPairs = matching(
    /<dl\b[^>]*>\s*\{[^}]*\.map\(\(\[label, value\][^)]*\) => \(\s*<div key=\{\w+\}[^>]*>\s*<dt>\{label\}<\/dt>/,
  )
  expect(offences(files, writesPairs, ['src/kernel/web/console/phone/parts/DescriptionList.tsx'])).toEqual([])
})

test('a table of a page has the height of section 2 of the specification, or less', () => {
  const lower = [
    // The specification says 450.
    'src/kernel/web/console/downloads/DownloadCenter.tsx',
    // Tables beside others of their page.
    'src/kernel/web/console/imports/ImportDocuments.tsx',
    'src/areas/scheme/withhold-run/WithholdRunMade.tsx',
    'src/kernel/web/ui/DataTable.tsx',
  ]
  const tables = files.filter((file) => /<(Plain|Data)Table\b|--table-max/.test(codeOf(file)))
  expect(offences(tables, matching(/\bmaxHeight\b/), lower)).toEqual([])
})
