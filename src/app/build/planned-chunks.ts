import type { Plugin, Rolldown } from 'vite'
import { type ModuleNode, planChunks } from './chunk-plan.ts'

const FRAME = /[/\\]\w+-frame\.tsx$/
const OF_AREA = /[/\\]src[/\\]areas[/\\]([\w-]+)[/\\]/
const OWN_TEXTS = /[/\\]src[/\\](areas[/\\][\w-]+(?=[/\\])|.+(?=[/\\]locale[/\\])|.+(?=[/\\])).*[/\\.](en|zh)\.ts$/
/** Changes only with the packages, so that the browser's cache keeps it when our own code changes. */
const REACT = /[/\\]node_modules[/\\](react-dom|scheduler)[/\\]|[/\\]react[/\\](?!.*jsx-runtime)/

/** The rows of a phone's forms: a page that only shows a document has no room for them. */
const OF_PHONE_FORMS = /[/\\]phone[/\\](form[/\\]|document[/\\](FieldRows|StructuredRow))|[/\\]pick[/\\]DocumentRow/

/** What lists are made of: forms of documents on a phone have no room for it. */
const OF_LISTS =
  /[/\\](read-list|phone[/\\]list|console[/\\]list[/\\](filters|totals))[/\\](?!.*\.(en|zh)\.ts$).*\.tsx?$/

/** What follows exported files: of the phone only the statement of an account does. */
const OF_DOWNLOADS = /[/\\]downloads[/\\](downloads-api|poll-export|started-exports|tell-processing)\.ts$/

/** What a page that shows a document acts with, and how the states of its axes look: forms of documents on a phone have no room for it. */
const OF_ACTS =
  /[/\\](approval[/\\]verbs[/\\].*|(acts|paper|use-document-tools|tasks-api|use-kept-text)\.ts|(RequestedAmount|StructuredValue|NotRead|AxisMarks)\.tsx|(axis-(looks|text)|(push|reserve)-look)\.ts$)/

/** The recovery of a payment: the form of a policy application on a phone has no room for it. */
const OF_RECOVERY = /[/\\](scheme-clawback\.(doc|rules)|clawback\.page)\.ts$/

/** What the documents of schemes share: forms of other documents on a phone have no room for it. */
const OF_SCHEMES =
  /[/\\](scheme-(options\.web|child\.form|document|types|wire|page\.web)|budget-words\.web|line-limits\.web|withhold-run-api\.web)\.ts$/

/**
 * Texts that come with every page, and those of the heads of all documents. The plan looks at each load by itself, so it
 * does not see that a page of documents always fetches both.
 */
const OF_EVERY_PAGE = /[/\\]base[/\\]i18n[/\\]locale[/\\]catalogue\.(en|zh)\.ts$/
const OF_DOCUMENTS = /[/\\]engine[/\\]definition[/\\]document-texts\.(en|zh)\.ts$/

/**
 * The page of policy applications is small beside their definition, without which it is never fetched; what few of them show of frozen stock
 * is fetched on demand, and no form has room for it. Rules of rounding, filters of the comparison and lists of failures belong to few pages: planned, they
 * would be in a file that every page of the desktop fetches.
 */
const OF_APPLICATIONS = /[/\\]application[/\\]application\.page\.ts$/
const ON_DEMAND =
  /[/\\](FrozenStockLines\.tsx|special-prices-left\.(en|zh)\.ts|monitor[/\\]failure-lists\.ts|price-rounding\.rules\.ts|comparison-question\.ts)$/
const APPLICATION = /[/\\]scheme-application\.doc\.ts$/

/** Styles of an import's page and of its rows: in one file, because the page is at its limit of files. */
const OF_IMPORT = /[/\\]imports[/\\]import-run\.css$/
const OF_IMPORTED_ROWS = /[/\\]imports[/\\]grid[/\\](row-mark|import-grid)\.css$/

/** Small parts that hardly any page has without the first: one file instead of two. */
const JOINED: readonly (readonly [of: RegExp, parts: RegExp])[] = [
  [
    /[/\\]phone[/\\]list[/\\]ReadPhoneList\.tsx$/,
    /[/\\](totals[/\\]FoldedTotals\.tsx|phone[/\\]list[/\\](PhoneExport\.tsx|list-address\.ts))$/,
  ],
  [/[/\\]home-cards\.css$/, /[/\\](home-page|downloads-card)\.css$/],
  [/[/\\]list-desk\.en\.ts$/, /[/\\]exporting\.en\.ts$/],
  [/[/\\]list-desk\.zh\.ts$/, /[/\\]exporting\.zh\.ts$/],
]

/**
 * Forms that few people open once their page stands, what few documents or imports have to say, and pages that ask for a price or name the lists of a group: they take the files of other forms and of approvals as they
 * are, so that these are not split for their sake.
 */
const OPENED_SELDOM =
  /[/\\]((Desk|Phone)ActForm|Comparison(Phone|Rows)|Changed(Form|Since)|Inquiry((Phone)?Page|Answer)|GroupPage|ImportDocuments|ModeChoice|ErrorSummary|RoutePreviewPanel|TextField|VersionsPanel|(Draft|Document)Items|TransferActs|Camera)\.tsx$/

function kindOf(id: string): string | null {
  // A page fetches the texts of one language only.
  const [, folder, language] = OWN_TEXTS.exec(id) ?? []
  if (language) return `texts ${folder} ${language}`
  if (id.endsWith('.css')) return 'style'
  if (OF_PHONE_FORMS.test(id)) return 'script of forms'
  if (OF_LISTS.test(id)) return 'script of lists'
  if (OF_ACTS.test(id)) return 'script of acts'
  if (OF_DOWNLOADS.test(id)) return 'script of downloads'
  if (OF_RECOVERY.test(id)) return 'script of recovery'
  if (OF_SCHEMES.test(id)) return 'script of schemes'
  if (REACT.test(id)) return 'react'
  return 'script'
}

/**
 * The cost of one request in bytes of source, of which a browser downloads about a seventh. A request costs its
 * headers, one of six connections and often a round trip. With these values every page stays within its limits of files
 * and kilobytes (test/arch/first-load.test.ts). On the phone a request is worth fewer bytes, because its pages are
 * closer to the limit of kilobytes than to that of files.
 */
const DESKTOP = { requestBytes: 270_000, weight: 1 }
const PHONE = { requestBytes: 6200, weight: 6.4 }

type Group = NonNullable<Rolldown.CodeSplittingOptions['groups']>[number]
type Context = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1]

/** The plan for the bundler: computed at its first module, from the modules it has read. */
export function plannedChunks(): Plugin {
  let plan: ReadonlyMap<string, string> | null = null
  const styleSizes = new Map<string, number>()
  const codeSplitting: Rolldown.CodeSplittingOptions = {
    // The plan already places what a planned module imports; drawing it along would undo the plan.
    includeDependenciesRecursively: false,
    groups: [{ name: (id, context) => (plan ??= planOf(id, context, styleSizes)).get(id) ?? null }],
  }
  return {
    name: 'planned-chunks',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting } } } }),
    buildStart() {
      plan = null
      styleSizes.clear()
    },
    // At planning time the bundler sees a style sheet as an empty script.
    transform(code, id) {
      if (id.endsWith('.css')) styleSizes.set(id, code.length)
    },
  }
}

function planOf(first: string, context: Context, styleSizes: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  const roots = rootsAbove(first, context)
  const graph = new Map<string, ModuleNode>()
  const waiting = [...roots]
  for (const id of waiting) {
    const info = graph.has(id) ? null : context.getModuleInfo(id)
    if (!info) continue
    const dynamicImports = info.dynamicallyImportedIds.filter((opened) => !OPENED_SELDOM.test(opened))
    graph.set(id, {
      imports: info.importedIds,
      dynamicImports,
      size: styleSizes.get(id) ?? info.code?.length ?? 0,
      area: OF_AREA.exec(id)?.[1] ?? '',
      // Our own modules are formatted, so a statement at the left edge is at the top level.
      waits: /[/\\]src[/\\]/.test(id) && /^(await|(export )?const .*= await) /m.test(info.code ?? ''),
    })
    waiting.push(...info.importedIds, ...dynamicImports)
  }
  const scripts = roots.flatMap((root) => graph.get(root)?.imports ?? [])
  const starts = scripts.map((script) => ({
    first: script,
    frame: graph.get(script)?.dynamicImports.find((id) => FRAME.test(id)) ?? null,
  }))
  const plan = planChunks(graph, {
    starts,
    kindOf,
    valueOf: ({ first: script }) => (/[/\\]phone\.tsx$/.test(script) ? PHONE : DESKTOP),
  })
  // Entry points have a file of their own anyway.
  for (const id of [...roots, ...starts.flatMap(({ first: script, frame }) => [script, frame ?? script])])
    plan.delete(id)
  for (const [id, file] of plan) {
    const language = OF_EVERY_PAGE.exec(id)?.[1]
    if (APPLICATION.test(id)) for (const other of plan.keys()) if (OF_APPLICATIONS.test(other)) plan.set(other, file)
    if (OF_IMPORT.test(id)) for (const other of graph.keys()) if (OF_IMPORTED_ROWS.test(other)) plan.set(other, file)
    for (const [of, parts] of JOINED)
      if (of.test(id)) for (const other of graph.keys()) if (parts.test(other)) plan.set(other, file)
    if (ON_DEMAND.test(id)) plan.delete(id)
    if (language === undefined) continue
    for (const other of plan.keys()) if (OF_DOCUMENTS.exec(other)?.[1] === language) plan.set(other, file)
  }
  return plan
}

/** The HTML files of the build, found by walking up from any module. */
function rootsAbove(first: string, context: Context): readonly string[] {
  const roots = new Set<string>()
  const above = new Set([first])
  for (const id of above) {
    const info = context.getModuleInfo(id)
    if (!info) continue
    if (info.isEntry) roots.add(id)
    for (const next of [...info.importers, ...info.dynamicImporters, ...info.importedIds]) above.add(next)
  }
  return [...roots].toSorted()
}
