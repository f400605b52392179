import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import { type FiguresToDecide, decisionPage, figureOf } from '#kernel/web/console/document/decision-page.ts'
import type { DecisionFigure, DecisionView, DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { countryBudget } from './country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import { lineColumns } from './line-columns.ts'
import { levelLabel } from '../project-budget/level-texts.web.ts'

const t = areaTexts<BudgetTexts>('budget')

/** The source of a grant, or the target of a revoke. */
interface Source {
  readonly available: string
  readonly held: string
  readonly currency: string
  readonly after: string
}

/** `key`: for people who may open the pool itself. */
interface CountryFacts extends FiguresToDecide {
  readonly pool: (Source & { readonly key: string | null }) | null
  readonly projects: Source | null
  readonly ownHeld: string
  readonly lines: readonly (FiguresToDecide['lines'][number] & { readonly budgetCode: string | null })[]
}

/** The page of a country budget application, on desktop and phone. */
export const page: DocumentPageSpec<CountryFacts> = {
  ...decisionPage<CountryFacts>(countryBudget, {
    about: (nameOf) => nameOf('pools', 'projectPoolCode'),
    texts: () => ({
      noFigures: t('page.poolNotFunded'),
      pendingTitle: t('page.pending'),
      noPending: t('page.noPending'),
      lineLabel: t('page.lineAvailable'),
    }),
    figures,
    pendingSums,
    line: ({ budgetCode }) => ({ source: budgetCode }),
  }),
  made: ({ document, decisionFacts }) =>
    linesMade(
      document['idcCode'] as string,
      (decisionFacts?.lines ?? []).map(({ budgetCode }) => budgetCode),
    ),
  lineColumns,
}

/** So many budget lines fit into an address. */
const MOST = 100

/** The budget lines of a document; each opens its postings there. */
function linesMade(idcCode: string, codes: readonly (string | null)[]) {
  const named = [...new Set(codes.flatMap((code) => code ?? []))].slice(0, MOST)
  if (named.length === 0) return []
  const to = withQuery('/budget/pc/country/list', { idcCode, budgetCode: named.join(',') })
  return [{ label: t('page.linesMade', { count: named.length }), to }]
}

function figures(
  document: DocumentDetail<CountryFacts>['document'],
  { pool, projects }: CountryFacts,
): readonly DecisionFigure[] {
  const request: DecisionFigure = figureOf(countryBudget, document, 'totalAmount')
  if (projects) return ofProjects(projects, request)
  if (!pool) return isLoad(document) ? [newMoney(request)] : []
  const { currency } = pool
  const isGrant = document['applyType'] === 'grant'
  const now: DecisionFigure = {
    label: t('page.poolNow'),
    value: isGrant ? withBack(pool.available, request.value) : pool.available,
    currency,
    // What is held by this application is added to it: the postings of the pool do not come to this amount.
    ...(isGrant ? {} : { source: pool.key }),
  }
  if (isLoad(document)) return [now, newMoney(request)]
  return [
    // First, so that the three after it read as a sum; a revoke holds money of budget lines, not of the pool.
    {
      label: t(isGrant ? 'page.poolHeldThis' : 'page.poolHeld'),
      value: pool.held,
      currency,
      source: pool.key && `${pool.key}|held`,
    },
    now,
    request,
    { label: t('page.poolAfter'), value: pool.after, currency },
  ]
}

/** From the others' amounts to the held figure: this application's own part, and what the reader may not see or the list has no room for. */
function pendingSums(
  _document: DocumentDetail<CountryFacts>['document'],
  { pool, projects, ownHeld, pending }: CountryFacts,
): NonNullable<DecisionView['pendingSums']> {
  const source = projects ?? pool
  if (!source) return []
  const { held, currency } = source
  const listed = sumAmounts(pending.map((other) => amount(other.amount)))
  const rest = amount(held).minus(amount(ownHeld)).minus(listed)
  return [
    ...(rest.eq(0) ? [] : [{ label: t('page.pendingRest'), value: amountText(rest), currency }]),
    ...(amount(ownHeld).eq(0) ? [] : [{ label: t('page.pendingOwn'), value: ownHeld, currency }]),
    { label: projects ? levelLabel('projectHeld') : t('page.poolHeld'), value: held, currency },
  ]
}

const isLoad = ({ applyType }: Readonly<Record<string, unknown>>) =>
  applyType === 'initialLoad' || applyType === 'supplement'

/** New money of headquarters uses nothing of the pool. */
function newMoney(request: DecisionFigure): DecisionFigure {
  return { ...request, label: levelLabel('newMoney') }
}

function ofProjects({ available, held, after, currency }: Source, request: DecisionFigure): readonly DecisionFigure[] {
  return [
    { label: levelLabel('projectHeld'), value: held, currency },
    { label: levelLabel('projectNow'), value: withBack(available, request.value), currency },
    request,
    { label: levelLabel('projectAfter'), value: after, currency },
  ]
}

/** The amount without this application: a grant in approval is already held, so without it there would be that much more. */
function withBack(available: string, asked: string): string {
  return amountText(amount(available).plus(amount(asked || '0')))
}
