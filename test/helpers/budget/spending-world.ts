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
import { randomUUID } from 'node:crypto'
import { type ActionAnswer, type Command, commandOf } from '#kernel/engine/document/action/command.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import { bindDocument, type FactRequest, type ServerDocument } from '#kernel/engine/document/server-document.ts'
import { budgetWorld, type World } from './budget-world.ts'
import { brokenInvariants } from '../laws/invariants.ts'
import { actionsOf, COLUMNS, HEAD, RIGHTS, SPENDING_TABLES, testClaim, testScheme } from './spending-document.ts'

/** Buckets of a budget line, as texts without trailing zeros. */
export type Buckets = Readonly<Record<'avl' | 'occ' | 'cmt' | 'acr' | 'exe', string>>

export interface SpendingWorld {
  readonly world: World
  /** Budget lines of India, one for each project: each has what was granted. */
  readonly codes: readonly string[]
  spend(lines: readonly SpendingLine[], header?: object, more?: Partial<Command>): Promise<ActionAnswer>
  /** Requests the next stages of a scheme's encumbrance. */
  claim(schemeId: string, lines: readonly ClaimLine[], postingDate?: string, header?: object): Promise<ActionAnswer>
  /** The same, and it holds the amount while it is in approval. */
  lock(schemeId: string, ...lines: readonly ClaimLine[]): Promise<ActionAnswer>
  /** The manager decides on a scheme or a claim. */
  decide(of: Kind, answer: ActionAnswer, verb?: 'approve' | 'reject'): Promise<ActionAnswer>
  /** Requests a year-end decision about what schemes hold: scheme, line, stage, option. */
  carry(...lines: readonly CarryLine[]): Promise<ActionAnswer>
  /** Asks that a carry-over is taken back. */
  undo(carryOverId: string): Promise<ActionAnswer>
  /** The state of all months of a year. */
  books(year: number, state: 'open' | 'closing' | 'closed'): Promise<void>
  /** A claim from its submit to its approval. */
  claimed(schemeId: string, lines: readonly ClaimLine[], postingDate?: string): Promise<ActionAnswer>
  withdraw(answer: ActionAnswer, of?: Kind): Promise<ActionAnswer>
  buckets(code: string): Promise<Buckets>
  /** Everything that must hold between two acts, the encumbrances included. */
  broken(): Promise<string[]>
  close(): Promise<void>
}

type SpendingLine = readonly [budgetCode: string, amount: string]
export type CarryLine = readonly [
  schemeId: string,
  schemeLine: number,
  stage: 'cmt' | 'acr',
  option: string,
  round?: number,
]
type ClaimLine = readonly [act: string, schemeLine: number, amount: string]

// A carry-over of an area that exists only here, and its reversal, as schemes will have it (domain.md section 2.10).

const carryDefinition = defineDocument({
  ...HEAD,
  name: 'testCarry',
  table: 'test_carry',
  number: { ...HEAD.number, prefix: 'TY' },
  api: '/aps/test/carry',
  lineLimits: { typed: 50, file: 10_000, optional: true },
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
  actions: actionsOf('test_spending'),
})
type CarryDocument = typeof carryDefinition

/** Tables of it; the route is that of the documents that spend. */
const CARRY_TABLES = `
  create table test_carry (${COLUMNS}, undo_of text);
  create table test_carry_line (document_id bigint, round int, line_no int, scheme_id text, scheme_round int, scheme_line int, stage text, option text);
`

// The cockpit of a year's end leads to it.
carriedOverAt({
  documentTypes: ['testScheme', 'testCarry'],
  right: RIGHTS.submit,
  page: '/sample/apply?type=new',
})

interface CarryFacts {
  readonly toCarry: readonly EncumbranceToCarry[]
  readonly carries: readonly Carry[]
  readonly own: readonly Encumbrance[]
  readonly carried: readonly Parameters<typeof readCarried>[0][number][]
  readonly targets: readonly Encumbrance[]
}
type Request = FactRequest<CarryDocument>

const keysOf = (content: Content<CarryDocument> | null) =>
  (content?.lines ?? []).map((line) => ({ documentId: line.schemeId, round: line.schemeRound, line: line.schemeLine }))

function carriesIn({ lines }: Content<CarryDocument>, { toCarry }: Pick<CarryFacts, 'toCarry'>): Carry[] {
  return lines.flatMap(({ schemeId, schemeLine, stage, option }, index) => {
    const encumbrance = toCarry.find(({ documentId, line }) => documentId === schemeId && line === schemeLine)
    return encumbrance
      ? [{ encumbrance, stage: stage as Carry['stage'], option: option as CarryOption, line: index + 1 }]
      : []
  })
}

const carriedIn = ({ carried, targets }: Pick<CarryFacts, 'carried' | 'targets'>): Carried[] =>
  readCarried(carried, targets)

const carriedOfStored = carriedNamedBy('test_carry', 'undo_of::bigint')
const targetsOfStored = carriedEncumbrancesNamedBy('test_carry', 'undo_of::bigint')
const carriedBy = carriedFoundBy('test-carry', 'select $1::bigint as document_id, $2::bigint as asking')
const holdToCarry = holdToCarryFoundBy(
  'test-carry',
  'select * from unnest($1::bigint[], $2::int[], $3::int[]) w (document_id, round, line_no)',
)
const undoneBy = ({ content }: Request) => content?.header.undoOf ?? null

const testCarry = bindDocument<CarryDocument, CarryFacts>({
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
        read: (rows: CarryFacts['carried']) => rows,
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
        ended({ id, round, action: 'reject' }, header, own, reservations),
      withdraw: ({ id, round, header, reservations }, { own }) =>
        ended({ id, round, action: 'withdraw' }, header, own, reservations),
    },
  },
})

function ended(
  by: Parameters<typeof dropCarry>[0],
  { undoOf }: { readonly undoOf: string | null },
  own: readonly Encumbrance[],
  reservations: Parameters<typeof dropCarry>[2],
) {
  return undoOf ? unlock(by) : dropCarry(by, own, reservations)
}

const DOCUMENTS = { scheme: testScheme, claim: testClaim, carry: testCarry }
type Kind = keyof typeof DOCUMENTS

/** A company with budget lines that hold money, and documents that spend it. */
export async function spendingWorld(
  databaseUrl: string,
  grants: readonly string[] = ['1000.00'],
): Promise<SpendingWorld> {
  const world = await budgetWorld(databaseUrl, '100000.00')
  await world.pool.query(SPENDING_TABLES)
  await world.pool.query(CARRY_TABLES)
  const lines = grants.map((amount, index) => ({ amount, subBusiCode: `S0${index + 1}` }))
  const granted = await world.submit('in.channel', lines)
  await world.approveAll(granted.formInstanceId!)
  const rows = await world.query<{ code: string }>('select code from budget_line order by sub_busi_code')
  return spendingOn(
    world,
    rows.map(({ code }) => code),
  )
}

function spendingOn(world: World, codes: readonly string[]): SpendingWorld {
  const runtime = { pool: world.pool, now: () => world.now }
  async function act(
    document: ServerDocument,
    account: string,
    command: Partial<Command> & { readonly action: string },
  ) {
    const context = await world.contextOf(account)
    return runAction(runtime, document, { ...context, idempotencyKey: randomUUID() }, commandOf(command))
  }
  const spending: SpendingWorld = {
    world,
    codes,
    spend: (lines, header = {}, more = {}) =>
      act(testScheme, 'in.channel', {
        action: 'submit',
        ...more,
        raw: {
          currency: 'INR',
          firstDay: '2026-11-21',
          lastDay: '2026-12-31',
          ...header,
          lines: lines.map(([budgetCode, amount]) => ({ budgetCode, amount })),
        },
      }),
    claim: (schemeId, lines, postingDate = '2026-11-21', header = {}) =>
      act(testClaim, 'in.channel', {
        action: 'submit',
        raw: {
          schemeId,
          postingDate,
          ...header,
          lines: lines.map(([name, schemeLine, amount]) => ({ act: name, schemeLine, amount })),
        },
      }),
    lock: (schemeId, ...lines) => spending.claim(schemeId, lines, undefined, { locks: 'yes' }),
    decide: (of, { formInstanceId }, verb = 'approve') =>
      world.as('in.manager').decide(DOCUMENTS[of].definition, verb, formInstanceId!),
    carry: (...lines) =>
      act(testCarry, 'in.channel', {
        action: 'submit',
        raw: {
          lines: lines.map(([schemeId, schemeLine, stage, option, schemeRound = 1]) => ({
            schemeId,
            schemeRound,
            schemeLine,
            stage,
            option,
          })),
        },
      }),
    undo: (undoOf) => act(testCarry, 'in.channel', { action: 'submit', raw: { undoOf, lines: [] } }),
    async books(year, state) {
      await world.query(
        `insert into budget_period (scope_id, area_id, year, month, state, updated_at, updated_by)
         select 200, 2, $1, m, $2, product_now(), 1 from generate_series(1, 12) m
         on conflict (area_id, year, month) do update set state = excluded.state`,
        [year, state],
      )
    },
    async claimed(schemeId, lines, postingDate) {
      return spending.decide('claim', await spending.claim(schemeId, lines, postingDate))
    },
    withdraw: ({ formInstanceId, version }, of = 'scheme') =>
      act(DOCUMENTS[of], 'in.channel', { action: 'withdraw', formInstanceId, version }),
    async buckets(code) {
      const [row] = await world.query<Buckets>(
        `select trim_scale(avl)::text as avl, trim_scale(occ)::text as occ, trim_scale(cmt)::text as cmt, trim_scale(acr)::text as acr, trim_scale(exe)::text as exe
         from budget_account join budget_line using (id) where code = $1`,
        [code],
      )
      if (!row) throw new Error(`no budget ${code}`)
      return row
    },
    broken: () => brokenInvariants(world.query, ['test_scheme', ['test_carry', 'total_amount > 0']]),
    close: () => world.close(),
  }
  return spending
}
