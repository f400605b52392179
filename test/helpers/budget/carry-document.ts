import {
  type Carry,
  carriedFoundBy,
  carriedNamedBy,
  carriedEncumbrancesNamedBy,
  carriedOverAt,
  type Carried,
  carriesOf,
  carry,
  carryBack,
  carryOver,
  type CarryOption,
  checkCarries,
  checkCarryBack,
  dropCarry,
  holdToCarryFoundBy,
  lock,
  locksOfCarried,
  type Encumbrance,
  encumbrancesOf,
  encumbrancesToCarry,
  type EncumbranceToCarry,
  readCarried,
  readCarries,
  readEncumbrances,
  readEncumbrancesToCarry,
  unlock,
} from '#areas/budget/budget.facade.ts'
import { amount } from '#kernel/base/money/money.ts'
import { type Content, defineDocument } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { bindDocument, type FactRequest } from '#kernel/engine/document/server-document.ts'

// A carry-over of an area that exists only here, and its reversal, as schemes will have it (domain.md section 2.10).

const RIGHTS = { submit: 'budget.country.submit', approve: 'budget.country.approve' } as const

const carryDefinition = defineDocument({
  name: 'testCarry',
  area: 'sample',
  table: 'test_carry',
  number: { prefix: 'TY', reset: 'month' },
  api: '/aps/test/carry',
  pages: { pc: '/sample/pc', mobile: '/sample/mobile', list: '/sample/list', edit: '/sample/apply' },
  viewRight: 'budget.country.view',
  lineLimits: { typed: 50, file: 10_000, optional: true },
  states: { draft: 'grey', underApproval: 'blue', approved: 'green', rejected: 'red', cancelled: 'grey' },
  initial: 'draft',
  list: { columns: ['no', 'state'], filters: ['no'], sort: ['no'] },
  fields: {
    // The number of the carry-over that is reversed.
    undoOf: f.code(),
    totalAmount: f.money({ computed: true }),
  },
  lines: {
    schemeId: f.code({ required: true }),
    schemeRound: f.integer({ required: true }),
    schemeLine: f.integer({ required: true }),
    stage: f.code({ required: true }),
    option: f.code({ required: true }),
  },
  actions: {
    submit: {
      from: ['draft', 'rejected'],
      to: 'underApproval',
      by: 'drafter',
      right: RIGHTS.submit,
      content: 'submitted',
      approval: 'test_spending',
      posts: true,
    },
    approve: { from: ['underApproval'], to: 'approved', by: 'approval', right: RIGHTS.approve, posts: true },
    reject: { from: ['underApproval'], to: 'rejected', by: 'approval', right: RIGHTS.approve, posts: true },
    withdraw: { from: ['underApproval'], to: 'draft', by: 'drafter', right: RIGHTS.submit, posts: true },
  },
})
type CarryDocument = typeof carryDefinition

/** Tables of it; the route is that of the documents that spend. */
export const CARRY_TABLES = `
  create table test_carry (id bigint primary key, no text not null, state text not null, version int not null, round int not null,
    scope_id int not null, drafter_id int not null, updated_by int not null, content_hash text, audit_hash bytea, draft jsonb,
    created_at timestamptz not null, updated_at timestamptz not null, submitted_at timestamptz, total_amount numeric(20,2), undo_of text);
  create table test_carry_line (document_id bigint, round int, line_no int, scheme_id text, scheme_round int, scheme_line int, stage text, option text);
`

// The cockpit of a year's end leads to it.
carriedOverAt({
  documentTypes: ['testScheme', 'testCarry'],
  right: RIGHTS.submit,
  page: '/sample/apply?type=new',
})

interface Facts {
  readonly toCarry: readonly EncumbranceToCarry[]
  readonly carries: readonly Carry[]
  readonly own: readonly Encumbrance[]
  readonly carried: readonly Parameters<typeof readCarried>[0][number][]
  readonly targets: readonly Encumbrance[]
}
type Request = FactRequest<CarryDocument>

const keysOf = (content: Content<CarryDocument> | null) =>
  (content?.lines ?? []).map((line) => ({ documentId: line.schemeId, round: line.schemeRound, line: line.schemeLine }))

function carriesIn({ lines }: Content<CarryDocument>, { toCarry }: Pick<Facts, 'toCarry'>): Carry[] {
  return lines.flatMap(({ schemeId, schemeLine, stage, option }, index) => {
    const encumbrance = toCarry.find(({ documentId, line }) => documentId === schemeId && line === schemeLine)
    return encumbrance
      ? [{ encumbrance, stage: stage as Carry['stage'], option: option as CarryOption, line: index + 1 }]
      : []
  })
}

const carriedIn = ({ carried, targets }: Pick<Facts, 'carried' | 'targets'>): Carried[] => readCarried(carried, targets)

const carriedOfStored = carriedNamedBy('test_carry', 'undo_of::bigint')
const targetsOfStored = carriedEncumbrancesNamedBy('test_carry', 'undo_of::bigint')
const carriedBy = carriedFoundBy('test-carry', 'select $1::bigint as document_id, $2::bigint as asking')
const holdToCarry = holdToCarryFoundBy(
  'test-carry',
  'select * from unnest($1::bigint[], $2::int[], $3::int[]) w (document_id, round, line_no)',
)
const undoneBy = ({ content }: Request) => content?.header.undoOf ?? null

export const testCarry = bindDocument<CarryDocument, Facts>({
  definition: carryDefinition,
  load: {
    facts: {
      toCarry: {
        actions: ['submit'],
        sight: { everybodys: 'Tests ask for what is theirs' },
        statement: ({ content, documentId }) => encumbrancesToCarry(keysOf(content), documentId),
        read: readEncumbrancesToCarry,
      },
      carries: {
        actions: ['approve'],
        sight: 'stored',
        statement: ({ documentId }) => carriesOf(documentId),
        read: readCarries,
      },
      own: {
        actions: ['approve', 'reject', 'withdraw'],
        sight: 'stored',
        statement: ({ documentId }) => encumbrancesOf(documentId === null ? [] : [documentId], null),
        read: readEncumbrances,
      },
      carried: {
        actions: ['submit', 'approve'],
        sight: { everybodys: 'Tests ask for what is theirs' },
        statement: (request) =>
          request.content ? carriedBy(undoneBy(request), request.documentId) : carriedOfStored(request.documentId),
        read: (rows: Facts['carried']) => rows,
      },
      targets: {
        actions: ['submit', 'approve'],
        sight: { everybodys: 'Tests ask for what is theirs' },
        statement: (request) => {
          const undone = undoneBy(request)
          if (!request.content) return targetsOfStored(request.documentId)
          return encumbrancesOf(undone === null ? [] : [undone], null, request.documentId)
        },
        read: readEncumbrances,
      },
    },
    locks: {
      actions: ['submit'],
      statement({ content }) {
        const keys = keysOf(content)
        const of = <K extends keyof (typeof keys)[number]>(name: K) => keys.map((key) => key[name])
        return holdToCarry(of('documentId'), of('round'), of('line'))
      },
    },
    scopeOf: () => 200,
    organisationOf: () => 'IN',
  },
  validate: {
    check: (content, facts) =>
      content.header.undoOf ? checkCarryBack(carriedIn(facts)) : checkCarries(carriesIn(content, facts)),
  },
  derive: {
    computed: (content, facts) => ({
      // The amount that it asks of the new year.
      totalAmount: carriesIn(content, facts)
        .filter(({ option }) => option === 'newBudget')
        .reduce((sum, { encumbrance }) => sum.plus(encumbrance.stages.cmt.given), amount('0'))
        .toFixed(2),
    }),
    variables: () => ({}),
  },
  present: {
    names: async () => ({}),
    taskFacts: [],
  },
  post: {
    plans: {
      submit: ({ id, round, content, header }, facts) =>
        header.undoOf
          ? lock({ id, round }, locksOfCarried(carriedIn(facts)))
          : carry({ id, round, documentType: 'testCarry' }, carriesIn(content!, facts)),
      approve({ id, round, header, reservations }, facts) {
        const by = { id, round, action: 'approve', documentType: 'testCarry' }
        if (header.undoOf) return carryBack(by, carriedIn(facts), header.undoOf)
        return carryOver(by, facts.carries, facts.own, reservations)
      },
      reject: ({ id, round, header, reservations }, { own }) =>
        end({ id, round, action: 'reject' }, header, own, reservations),
      withdraw: ({ id, round, header, reservations }, { own }) =>
        end({ id, round, action: 'withdraw' }, header, own, reservations),
    },
  },
})

function end(
  by: Parameters<typeof dropCarry>[0],
  { undoOf }: { readonly undoOf: string | null },
  own: readonly Encumbrance[],
  reservations: Parameters<typeof dropCarry>[2],
) {
  return undoOf ? unlock(by) : dropCarry(by, own, reservations)
}
