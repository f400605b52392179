import { defineDocument, type Content } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import { bindDocument } from '#kernel/engine/document/server-document.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import {
  budgetsToSpend,
  checkLocks,
  checkSpending,
  checkStages,
  commit,
  freeOf,
  holdToSpend,
  type Lock,
  lock,
  locksOf,
  moveOn,
  type Encumbrance,
  encumbrancesFoundBy,
  encumbrancesOf,
  occupy,
  readBudgetsToSpend,
  readEncumbrances,
  recoveryAct,
  release,
  type SpendableBudget,
  type Spending,
  type EncumbranceStep,
  unlock,
} from '#areas/budget/budget.facade.ts'
import { restOf, type StageAct, type Take } from '#areas/budget/spending/encumbrance.rules.ts'

// Two documents of an area that exists only here, as schemes will be: one spends budgets, the other continues with its encumbrance.

export const RIGHTS = { submit: 'budget.country.submit', approve: 'budget.country.approve' } as const

/** The parts of a made-up document whose approval is one manager's. */
export const HEAD = {
  area: 'sample',
  number: { reset: 'month' },
  pages: { pc: '/sample/pc', mobile: '/sample/mobile', list: '/sample/list', edit: '/sample/apply' },
  viewRight: 'budget.country.view',
  lineLimits: { typed: 50, file: 10_000 },
  states: { draft: 'grey', underApproval: 'blue', approved: 'green', rejected: 'red', cancelled: 'grey' },
  initial: 'draft',
  list: { columns: ['no', 'state'], filters: ['no'], sort: ['no'] },
} as const

/** Drafting and one approval by this template. */
export const actionsOf = (approval: string) =>
  ({
    submit: {
      from: ['draft', 'rejected'],
      to: 'underApproval',
      by: 'drafter',
      right: RIGHTS.submit,
      content: 'submitted',
      approval,
      posts: true,
    },
    approve: { from: ['underApproval'], to: 'approved', by: 'approval', right: RIGHTS.approve, posts: true },
    reject: { from: ['underApproval'], to: 'rejected', by: 'approval', right: RIGHTS.approve, posts: true },
    withdraw: { from: ['underApproval'], to: 'draft', by: 'drafter', right: RIGHTS.submit, posts: true },
  }) as const
const ACTIONS = actionsOf('test_spending')

const scheme = defineDocument({
  ...HEAD,
  name: 'testScheme',
  table: 'test_scheme',
  number: { ...HEAD.number, prefix: 'TS' },
  api: '/aps/test/scheme',
  fields: {
    currency: f.code({ required: true }),
    firstDay: f.code({ required: true }),
    lastDay: f.code({ required: true }),
    // The percentage of each line that the last approval accepts.
    approvedPercent: f.integer(),
    // A scheme whose first line it takes another budget for.
    swapOf: f.code(),
    totalAmount: f.money({ computed: true }),
  },
  lines: { budgetCode: f.code({ required: true }), amount: f.money({ required: true }) },
  actions: ACTIONS,
})
type Scheme = typeof scheme

const claim = defineDocument({
  ...HEAD,
  name: 'testClaim',
  table: 'test_claim',
  number: { ...HEAD.number, prefix: 'TC' },
  api: '/aps/test/claim',
  fields: {
    schemeId: f.code({ required: true }),
    postingDate: f.code({ required: true }),
    // The amount that it holds while it is in approval: the amount that it will take (`yes`), or all that is committed or accrued (`all`).
    locks: f.code(),
    totalAmount: f.money({ computed: true }),
  },
  lines: {
    act: f.code({ required: true }),
    schemeLine: f.integer({ required: true }),
    amount: f.money({ required: true }),
  },
  actions: ACTIONS,
})
type Claim = typeof claim

/** The columns that every table of documents has. */
export const COLUMNS = `id bigint primary key, no text not null, state text not null, version int not null, round int not null,
  scope_id int not null, drafter_id int not null, updated_by int not null, content_hash text, audit_hash bytea, draft jsonb,
  created_at timestamptz not null, updated_at timestamptz not null, submitted_at timestamptz, total_amount numeric(20,2)`

/** Adds the route of one manager. */
export const managersTemplate = (code: string) =>
  `insert into approval_template (code, version, name_zh, name_en, process, steps) values ('${code}', 1, '测试', 'Test', 'new',
    '[{"key":"manager","name":{"zh":"经理","en":"Manager"},"who":{"role":"manager"},"mode":"any"}]');`

/** Tables of the two, and their route: one manager. */
export const SPENDING_TABLES = `
  create table test_scheme (${COLUMNS}, currency text, first_day text, last_day text, approved_percent int, swap_of text);
  create table test_scheme_line (document_id bigint, round int, line_no int, budget_code text, amount numeric(20,2));
  create table test_claim (${COLUMNS}, scheme_id text, posting_date text, locks text);
  create table test_claim_line (document_id bigint, round int, line_no int, act text, scheme_line int, amount numeric(20,2));
  ${managersTemplate('test_spending')}
`

interface SchemeFacts {
  readonly budgets: readonly SpendableBudget[]
  readonly encumbrances: readonly Encumbrance[]
  readonly percent: number | null
  readonly swapped: readonly Encumbrance[]
}

const spendingOf = ({ header, lines }: Content<Scheme>): Spending => ({ ...header, lines })
const codesOf = (content: Content<Scheme> | null) => (content?.lines ?? []).map((line) => line.budgetCode)
const total = (lines: readonly { readonly amount: string }[]) =>
  lines.reduce((sum, line) => sum.plus(line.amount), amount('0')).toFixed(2)
const INDIA = 200

export const testScheme = bindDocument<Scheme, SchemeFacts>({
  definition: scheme,
  load: {
    facts: {
      budgets: {
        actions: ['submit'],
        sight: ofOrganisation,
        statement: ({ content }) => budgetsToSpend(codesOf(content), content?.header.currency ?? ''),
        read: (rows, { content }) => readBudgetsToSpend(rows, content?.header.currency ?? ''),
      },
      encumbrances: {
        actions: ['approve', 'reject', 'withdraw'],
        sight: 'stored',
        statement: ({ documentId }) => encumbrancesOf(documentId === null ? [] : [documentId], null),
        read: readEncumbrances,
      },
      percent: {
        actions: ['approve'],
        sight: 'stored',
        statement: ({ documentId }) => percentOf(documentId),
        read: ([row]: { approved_percent: number | null }[]) => row?.approved_percent ?? null,
      },
      swapped: {
        actions: ['submit', 'approve'],
        sight: { everybodys: 'Tests ask for what is theirs' },
        statement: ({ content, documentId }) =>
          content
            ? encumbrancesOf(content.header.swapOf === null ? [] : [content.header.swapOf], null, documentId)
            : swappedBy(documentId),
        read: readEncumbrances,
      },
    },
    locks: { actions: ['submit'], statement: ({ content }) => holdToSpend(codesOf(content)) },
    scopeOf: () => INDIA,
    organisationOf: () => 'IN',
  },
  validate: {
    check(content, { budgets, swapped }) {
      const refusals = checkSpending(spendingOf(content), budgets).refusals
      const takes = takesOf(content.lines, swapped)
      return [...refusals, ...checkStages(freed(takes))]
    },
  },
  derive: {
    computed: ({ lines }) => ({ totalAmount: total(lines) }),
    variables: () => ({}),
  },
  present: {
    names: async () => ({}),
    taskFacts: [],
  },
  post: {
    plans: {
      submit({ id, round, content }, { budgets, swapped }) {
        const occupied = occupy({ id, round, documentType: scheme.name }, spendingOf(content!), budgets)
        const kept = lock({ id, round }, locksOf(freed(takesOf(content!.lines, swapped))))
        return { ...occupied, writes: [...(occupied.writes ?? []), ...(kept.writes ?? [])] }
      },
      approve: ({ id, round, header, reservations }, { encumbrances, percent, swapped }) => {
        if (header.swapOf !== null) {
          // An adjustment of a scheme changes the budget this way: both legs in one journal.
          const by = { id, round, action: 'approve' }
          const lines = encumbrances.map(({ stages }) => ({ amount: stages.occ.given.toFixed(2) }))
          const taken = commit(by, encumbrances, reservations)
          const given = moveOn(by, freed(takesOf(lines, swapped)))
          const writes = [...(taken.writes ?? []), ...(given.writes ?? [])]
          return { legs: [...taken.legs, ...given.legs], resolve: reservations, writes }
        }
        const approved = new Map(
          encumbrances.map(({ line, stages }) => [
            line,
            stages.occ.given
              .times(percent ?? 100)
              .div(100)
              .round(2),
          ]),
        )
        return commit(
          { id, round, action: 'approve' },
          encumbrances,
          reservations,
          percent === null ? undefined : approved,
        )
      },
      reject: ({ id, round, reservations }, { encumbrances }) =>
        release({ id, round, action: 'reject' }, encumbrances, reservations),
      withdraw: ({ id, round, reservations }, { encumbrances }) =>
        release({ id, round, action: 'withdraw' }, encumbrances, reservations),
    },
  },
})

const swappedBy = encumbrancesFoundBy(
  'test-scheme',
  'select swap_of::bigint as document_id, null::date as day, id as asking from test_scheme where id = $1',
)

const freed = (takes: readonly Take[]): EncumbranceStep[] => takes.map((take) => ({ ...take, act: 'free' }))

function takesOf(lines: readonly { readonly amount: string }[], [encumbrance]: readonly Encumbrance[]): Take[] {
  return encumbrance ? lines.map((line, index) => ({ encumbrance, amount: amount(line.amount), line: index + 1 })) : []
}

const percentOf = prepared<{ approved_percent: number | null }>(
  'test.approved-percent',
  'select approved_percent from test_scheme where id = $1',
)

interface ClaimFacts {
  readonly encumbrances: readonly Encumbrance[]
  readonly lines: readonly { readonly act: string; readonly schemeLine: number; readonly amount: string }[]
}

const claimLines = prepared<{ act: string; scheme_line: number; amount: string }>(
  'test.claim-lines',
  `select act, scheme_line, amount from test_claim_line l join test_claim c on c.id = l.document_id and c.round = l.round
   where c.id = $1 order by line_no`,
)
const ofClaim = encumbrancesFoundBy(
  'test-claim',
  'select scheme_id::bigint as document_id, posting_date::date as day, id as asking from test_claim where id = $1',
)

function stepsOf({ encumbrances, lines }: ClaimFacts): EncumbranceStep[] {
  return lines.flatMap(({ act, schemeLine, amount: given }, index) => {
    const encumbrance = encumbrances.find(({ line }) => line === schemeLine)
    if (!encumbrance) return []
    const line = index + 1
    if (act === 'freeRest') return [{ act: 'free', encumbrance, amount: freeOf(encumbrance, 'cmt'), line }]
    // A recovered payment goes back to where it can: the scheme runs.
    if (act === 'comesBack') return [{ act: recoveryAct(encumbrance, true), encumbrance, amount: amount(given), line }]
    return [{ act: act as StageAct, encumbrance, amount: amount(given), line }]
  })
}

function keptBy({ header, lines }: Content<Claim>, encumbrances: readonly Encumbrance[]): Lock[] {
  if (header.locks === 'yes') return locksOf(stepsOf({ encumbrances, lines }))
  if (header.locks !== 'all') return []
  return encumbrances.flatMap((encumbrance) =>
    (['cmt', 'acr'] as const).map((stage) => ({
      encumbrance,
      stage,
      amount: restOf(encumbrance, stage).amount,
      line: 1,
    })),
  )
}

export const testClaim = bindDocument<Claim, ClaimFacts>({
  definition: claim,
  load: {
    facts: {
      encumbrances: {
        actions: ['submit', 'approve'],
        sight: { everybodys: 'Tests ask for what is theirs' },
        statement: ({ content, documentId }) =>
          content
            ? encumbrancesOf([content.header.schemeId], content.header.postingDate, documentId)
            : ofClaim(documentId),
        read: readEncumbrances,
      },
      lines: {
        actions: ['approve'],
        sight: 'stored',
        statement: ({ documentId }) => claimLines(documentId),
        read: (rows: { act: string; scheme_line: number; amount: string }[]) =>
          rows.map((row) => ({ act: row.act, schemeLine: row.scheme_line, amount: row.amount })),
      },
    },
    scopeOf: () => INDIA,
    organisationOf: () => 'IN',
  },
  validate: {
    check: (content, { encumbrances }) => {
      const refusals = checkStages(stepsOf({ encumbrances, lines: content.lines }))
      return refusals.length > 0 ? refusals : checkLocks(keptBy(content, encumbrances))
    },
  },
  derive: {
    computed: ({ lines }) => ({ totalAmount: total(lines) }),
    variables: () => ({}),
  },
  present: {
    names: async () => ({}),
    taskFacts: [],
  },
  post: {
    plans: {
      approve: ({ id, round }, facts) => moveOn({ id, round, action: 'approve' }, stepsOf(facts)),
      submit: ({ id, round, content }, { encumbrances }) => lock({ id, round }, keptBy(content!, encumbrances)),
      reject: ({ id, round }) => unlock({ id, round, action: 'reject' }),
      withdraw: ({ id, round }) => unlock({ id, round, action: 'withdraw' }),
    },
  },
})
