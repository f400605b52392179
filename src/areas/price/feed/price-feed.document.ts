import { namedCustomers } from '#areas/customer/customer.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { InputOf } from '#kernel/engine/definition/definition.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import { bindDocument, type FactSpecs } from '#kernel/engine/document/server-document.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { serveDocument } from '#kernel/services/area/served-document.ts'
import { priceErrors } from '../price.errors.ts'
import { heldAsShown, type WithHolder } from '../shared/held-by.server.ts'
import { jobTitleFact } from '../shared/job-title.facts.ts'
import { priceNames } from '../shared/price-names.server.ts'
import { taxesNoted } from '../shared/price.plans.ts'
import { type PriceFeed, priceFeed, type PriceFeedContent } from './price-feed.doc.ts'
import { applied, type InTheWay, inTheWay, pricesFound, undone } from './price-feed.queries.ts'
import { type AskedPrice, keyOf, type PriceFound, rowProblems } from './price-feed.rules.ts'

interface Place {
  readonly scopeId: number
  readonly idcCode: string
}

type ShownInTheWay = Omit<InTheWay, 'heldBy'> & { readonly heldBy: string | null }

export interface FeedFacts {
  readonly place: Place | null
  readonly creatorRole: string | null
  /** Customers of its lines that the person may see. */
  readonly customers: ReadonlyMap<string, unknown>
  /** What each line is about, by its place. */
  readonly found: ReadonlyMap<number, PriceFound>
  /** The number of a feed that has the same message. */
  readonly takenBy: string | null
  readonly undoing: { readonly actorId: number; readonly inTheWay: readonly ShownInTheWay[] }
}

const placeOf = prepared<Place>(
  'price.feed-place',
  `select a.organisation_id as "scopeId", a.idc_code as "idcCode" from area a where a.id = $1 and a.biz_system = 'gs'`,
)
const takenBy = prepared<{ no: string }>(
  'price.feed-taken-by',
  `select no from price_feed where $3 = 'system' and reference = $1 and drafter_id = $2 and source = 'system'`,
)

/** The lines of a feed as a file has its rows. */
function askedOf({ lines }: Pick<PriceFeedContent, 'lines'>): readonly AskedPrice[] {
  return lines.map((line, row) => ({
    row,
    classification: line.classificationCode,
    customer: line.customerCode,
    sku: line.skuCode,
    term: line.tradeTermCode,
    currency: line.currency,
    from: line.effectiveFrom,
    to: line.effectiveTo,
    price: line.price,
    taxMode: line.taxMode,
    taxRate: line.taxRate,
    basis: line.basis,
  }))
}

const facts: FactSpecs<PriceFeed, FeedFacts> = {
  place: {
    actions: ['submit'],
    sight: ofOrganisation,
    statement: ({ content }) => placeOf(content?.header.areaId ?? null),
    read: ([row]: Place[]) => row ?? null,
  },
  creatorRole: jobTitleFact,
  customers: namedCustomers.fact(priceFeed, ['submit']),
  found: {
    actions: ['submit'],
    // Of an organisation or a customer that the person does not see, nothing is found.
    sight: [
      { accompanies: 'place' },
      {
        accompanies: 'customers',
        by: {
          own: ({ customer }: PriceFound) => customer ?? [],
          theirs: ({ code }: { readonly code: string }) => code,
        },
      },
    ],
    statement({ content, principal }) {
      const areaId = content?.header.areaId
      const rows = content ? askedOf(content).map((row) => ({ ...row, areaId })) : []
      return pricesFound(JSON.stringify(rows), content?.header.reference ?? null, principal.userId)
    },
    read: (rows: WithHolder<PriceFound>[], { principal }) =>
      new Map(rows.map((row) => [row.row, heldAsShown(principal, row)])),
  },
  takenBy: {
    actions: ['submit'],
    // Only a feed of the same account.
    sight: { within: 'statement' },
    statement: ({ content, principal }) =>
      takenBy(content?.header.reference ?? null, principal.userId, content?.header.source ?? null),
    read: ([row]: { no: string }[]) => row?.no ?? null,
  },
  undoing: {
    actions: ['undo'],
    sight: 'stored',
    statement: ({ documentId }) => inTheWay(documentId),
    read: (rows: InTheWay[], { principal }) => ({
      actorId: principal.userId,
      inTheWay: rows.map((row) => heldAsShown(principal, row)),
    }),
  },
}

const FIELDS = {
  classification: 'classificationCode',
  customer: 'customerCode',
  sku: 'skuCode',
  term: 'tradeTermCode',
  currency: 'currency',
  to: 'effectiveTo',
  taxRate: 'taxRate',
} as const

/** The refusals of a feed, each with the place of its line. */
function check(content: PriceFeedContent, { place, customers, found, takenBy: taken }: FeedFacts): readonly Refusal[] {
  const { header } = content
  if (!place || place.idcCode !== header.idcCode) return [priceErrors.areaMismatch({}, { field: 'areaId' })]
  if (taken !== null) return [priceErrors.messageTaken({ no: taken }, { field: 'reference' })]
  const first = new Map<string, number>()
  const shared = [...found.values()].find(({ isSku }) => isSku)?.categoryClass
  return askedOf(content).flatMap((asked) => {
    const { row } = asked
    const key = keyOf(header.areaId, asked)
    const twice = first.get(key)
    first.set(key, twice ?? row)
    const about = found.get(row)
    if (!about) return [priceErrors.customerUnknown({ customer: asked.customer ?? '' }, { field: 'customerCode', row })]
    return [
      ...(twice === undefined ? [] : [priceErrors.skuTwice({ first: twice + 1 }, { field: 'skuCode', row })]),
      ...(about.isSku && about.categoryClass !== shared
        ? [priceErrors.mixedCategories({}, { field: 'skuCode', row })]
        : []),
      ...rowProblems(asked, about, {
        isSeen: (customer) => customers.has(customer),
        at: (column) => ({ field: FIELDS[column], row }),
      }),
    ]
  })
}

/** The documents that keep a feed from being taken back, each with the first line that it changed. */
function checkUndo(_input: InputOf<PriceFeed, 'undo'>, { undoing }: FeedFacts): readonly Refusal[] {
  return undoing.inTheWay.map(({ line, skuCode: product, no, heldBy }) => {
    const at = { row: line - 1 }
    if (heldBy === null) return priceErrors.replacedSince({ product, no }, at)
    return heldBy === '' ? priceErrors.heldUnseen({}, at) : priceErrors.heldSince({ product, no }, at)
  })
}

export const priceFeedDocument = bindDocument<PriceFeed, FeedFacts>({
  definition: priceFeed,
  load: {
    facts,
    scopeOf: ({ place }) => place?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: { check, checkAct: { undo: checkUndo } },
  derive: {
    computed: ({ lines }, { creatorRole }) => ({ creatorRole, lineCount: lines.length }),
    computedLines: ({ lines }, { found }) =>
      lines.map((_, row) => ({ previousPrice: found.get(row)?.before?.price ?? null })),
    variables: () => ({}),
  },
  present: { names: priceNames.of(priceFeed), taskFacts: [] },
  post: {
    plans: {
      submit: ({ id }) => ({ legs: [], writes: [applied(id), taxesNoted(id)] }),
      undo: ({ id, input }, { undoing }) => ({ legs: [], writes: [undone(id, undoing.actorId, input.reason)] }),
    },
  },
})

export const served = serveDocument({
  document: priceFeedDocument,
  namesCodes: true,
  detail: { summary: 'One price feed with its lines and what was done to it', names: priceNames.schema },
  check: { summary: 'Check prices that come whole before they are submitted, with the list of now' },
})
