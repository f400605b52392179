import { Type } from 'typebox'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import type { Area } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { dayIn, yearIn } from '#kernel/base/clock/zone-day.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route, type Runtime } from '#kernel/platform/http/route.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { MOST_BUDGETS, obstacles } from '../year-end/budget-year-end.rules.ts'
import { idcParams } from '../budget-line/budget-line.routes.ts'
import { readMonths, wholeArea } from '../period/period.routes.ts'
import { budgetYearEndDocument } from '../year-end/year-end.plans.ts'
import {
  readStages,
  remaindersOfYear,
  type RemainderRow,
  runningOfYear,
  stagesOfYear,
} from '../year-end/year-end.queries.ts'
import { addressOf, holdingOfYear, holdingSchema, readHolding } from '../year-end/year-end-holding.server.ts'
import { draftOfPool, figuresOfYear, neverUsed, poolsAtYearEnd, runsOfYear } from './year-end-cockpit.queries.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'

const base = '/gs/:idc/oversea/aps/budget/yearEnd'
const year = Type.Optional(Type.Integer({ minimum: 2000, maximum: 2099, description: 'without it the last one' }))

const MOST_RUNNING = 100
const MOST_HOLDING = 50

const yearOf = ({ principal, now }: RequestContext, body: { readonly year?: number }) =>
  body.year ?? yearIn(principal.timezone, now) - 1

const cockpitSchema = Type.Object({
  year: Type.Integer(),
  currency: text,
  months: Type.Array(
    Type.Object({ month: Type.Integer(), state: text, updatedAt: nullable(text), updatedBy: nullable(text) }),
  ),
  left: money,
  figures: Type.Array(Type.Object({ currency: text, bucket: text, level: text, count: Type.Integer(), amount: money })),
  pools: Type.Array(
    Type.Object({
      projectPoolCode: text,
      projectPoolName: text,
      lineCount: Type.Integer(),
      lineLeft: money,
      poolLeft: money,
      left: money,
      takenCount: Type.Integer(),
      held: money,
      reserved: money,
      overdrawn: money,
    }),
  ),
  neverUsed: Type.Array(
    Type.Object({
      level: text,
      month: Type.Integer(),
      count: Type.Integer(),
      amount: money,
      ageMonths: Type.Integer(),
    }),
  ),
  holding: holdingSchema,
  running: Type.Array(
    Type.Object({
      documentType: text,
      formInstanceId: text,
      address: nullable(text),
      no: text,
      amount: nullable(money),
      currency: nullable(text),
      drafter: text,
      holders: Type.Array(text),
      startedAt: text,
    }),
  ),
  /** Refusals of a closing other than documents in approval, as texts. */
  obstacles: Type.Array(text),
  runs: Type.Array(
    Type.Object({
      no: text,
      formInstanceId: nullable(text),
      kind: text,
      state: text,
      projectPoolCode: nullable(text),
      amount: nullable(money),
      carried: nullable(money),
      lapsed: nullable(money),
      drafter: text,
      isMine: Type.Boolean(),
      createdAt: text,
      undoneBy: nullable(text),
      mayUndo: Type.Boolean(),
    }),
  ),
})

async function readCockpit(tx: Tx, context: RequestContext, area: Area, ofYear: number) {
  const { language, principal, now } = context
  const [months, poolRows, unused, running, stageRows, figureRows, runs, holding] = await Promise.all([
    readMonths(tx, context, area.id, ofYear),
    tx.rows(poolsAtYearEnd(area.id, ofYear, area.currency)),
    tx.rows(neverUsed(area.id, ofYear, area.currency)),
    tx.rows(runningOfYear(area.id, ofYear, null, null, MOST_RUNNING)),
    tx.rows(stagesOfYear(area.id, ofYear, null)),
    tx.rows(figuresOfYear(area.id, ofYear)),
    tx.rows(runsOfYear(area.id, ofYear, principal.userId)),
    tx.rows(holdingOfYear(area.id, ofYear, area.currency, MOST_HOLDING)),
  ])
  const pools = poolRows.map((row) => ({
    projectPoolCode: row.code,
    projectPoolName: language === 'zh' ? row.name_zh : row.name_en,
    lineCount: row.line_count,
    lineLeft: row.line_left,
    poolLeft: row.pool_left,
    left: amountText(amount(row.line_left).plus(amount(row.pool_left))),
    takenCount: row.taken,
    held: row.held,
    reserved: row.reserved,
    overdrawn: row.overdrawn,
  }))
  return {
    year: ofYear,
    currency: area.currency,
    months,
    left: amountText(sumAmounts(pools.map((pool) => amount(pool.left)))),
    figures: figureRows,
    pools,
    neverUsed: unused.map((row) => ({
      ...row,
      ageMonths: monthsSince(ofYear, row.month, dayIn(principal.timezone, now)),
    })),
    holding: readHolding(holding, principal, { idcCode: area.idcCode, year: ofYear }),
    running: running.map((row) => ({
      documentType: row.document_type,
      formInstanceId: formInstanceId({ documentId: row.document_id, round: row.round }),
      address: addressOf(row.document_type, formInstanceId({ documentId: row.document_id, round: row.round })),
      no: row.no,
      amount: row.amount,
      currency: row.currency,
      drafter: language === 'zh' ? row.drafter_zh : row.drafter_en,
      holders: [...(language === 'zh' ? row.holders_zh : row.holders_en)],
      startedAt: row.started_at.toISOString(),
    })),
    obstacles: obstacles([], readStages(stageRows), area.currency, false).map((refusal) =>
      refusalText(language, refusal),
    ),
    runs: runs.map((row) => ({
      no: row.no,
      formInstanceId: row.round === 0 ? null : formInstanceId({ documentId: row.id, round: row.round }),
      kind: row.kind,
      state: row.state,
      projectPoolCode: row.pool,
      amount: row.amount,
      carried: row.carried,
      lapsed: row.lapsed,
      drafter: language === 'zh' ? row.drafter_zh : row.drafter_en,
      isMine: row.drafter === principal.account,
      createdAt: row.created_at.toISOString(),
      undoneBy: row.undone_by,
      mayUndo:
        row.state === 'approved' &&
        row.undone_by === null &&
        (row.kind === 'carryOver' || row.kind === 'lapse') &&
        months.every(({ state }) => state !== 'closed'),
    })),
  }
}

/** Months since the end of the month. */
function monthsSince(ofYear: number, month: number, today: string): number {
  return Math.max(0, (Number(today.slice(0, 4)) - ofYear) * 12 + Number(today.slice(5, 7)) - month)
}

const cockpit = defineRoute({
  method: 'POST',
  path: `${base}/cockpit`,
  right: 'budget.yearEnd.view',
  summary:
    'Where an area’s year stands on the way to its end: what is left, reserved, never used, in the way, and what was done',
  mode: 'read',
  params: idcParams,
  body: Type.Object({ year }),
  data: cockpitSchema,
  async handler(tx, context, { params, body }) {
    const area = await wholeArea(tx, context, params.idc)
    return await readCockpit(tx, context, area, yearOf(context, body))
  },
})

const rest = defineRoute({
  method: 'POST',
  path: `${base}/rest`,
  right: 'budget.yearEnd.view',
  summary: 'Budgets and pools of a year that have something left and that no run has taken',
  mode: 'read',
  params: idcParams,
  body: Type.Object({
    year,
    projectPoolCode: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
  }),
  data: Type.Array(
    Type.Object({
      budgetCode: text,
      level: text,
      projectPoolCode: text,
      month: Type.Union([Type.Integer(), Type.Null()]),
      countryCode: nullable(text),
      projectCode: nullable(text),
      available: money,
    }),
  ),
  async handler(tx, context, { params, body }) {
    const area = await wholeArea(tx, context, params.idc)
    const pool = body.projectPoolCode || null
    const rows = await tx.rows(remaindersOfYear(area.id, yearOf(context, body), area.currency, pool, MOST_BUDGETS))
    return rows.filter(isFree).map((row) => ({
      budgetCode: row.code,
      level: row.level,
      projectPoolCode: row.project_pool_code,
      month: row.month,
      countryCode: row.country_code,
      projectCode: row.project_code,
      available: row.avl,
    }))
  },
})

const isFree = (row: RemainderRow) => row.claimed_by === null

const answerSchema = Type.Array(
  Type.Object({
    projectPoolCode: text,
    no: nullable(text),
    formInstanceId: nullable(text),
    lineCount: Type.Integer(),
    /** An existing draft; nothing was created. */
    existing: nullable(text),
    /** Why it was not submitted, as texts. */
    refusals: Type.Array(text),
  }),
)

interface Proposal {
  readonly year: number
  readonly option: 'carry' | 'lapse'
  readonly isSubmitted: boolean
  readonly reason: string
}

/** One document per pool, as a draft or submitted: a refusal of one does not affect the others. */
const propose = defineRoute({
  method: 'POST',
  path: `${base}/propose`,
  right: 'budget.yearEnd.submit',
  summary: 'Makes the year-end documents of these pools in one go: everything that is left, to carry over or to lapse',
  mode: 'action',
  audit: { by: 'the action runner' },
  params: idcParams,
  body: Type.Object({
    year,
    pools: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 })),
    option: Type.Optional(Type.Union([Type.Literal('carry'), Type.Literal('lapse')])),
    isSubmitted: Type.Optional(Type.Boolean()),
    reason: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  data: answerSchema,
  async handler(runtime, context, { params, body }) {
    const area = await reading(runtime.pool, (tx) => wholeArea(tx, context, params.idc))
    const reason = body.reason?.trim() ?? ''
    const invalid = reason === '' ? 'reason' : (body.pools ?? []).length === 0 ? 'pools' : null
    if (invalid) throw new Refused(httpErrors.invalidField({ field: invalid, reason: '' }, { field: invalid }))
    const { option = 'carry', isSubmitted = false } = body
    const proposal = { year: yearOf(context, body), option, isSubmitted, reason }
    const made = []
    for (const pool of new Set(body.pools)) made.push(...(await proposePool(runtime, context, area, pool, proposal)))
    return made
  },
})

async function proposePool(runtime: Runtime, context: RequestContext, area: Area, pool: string, proposal: Proposal) {
  const { year: ofYear } = proposal
  const { userId } = context.principal
  const [draft, rows] = await reading(runtime.pool, async (tx) => [
    await tx.first(draftOfPool(area.id, ofYear, pool, userId)),
    await tx.rows(remaindersOfYear(area.id, ofYear, area.currency, pool, MOST_BUDGETS + 1)),
  ])
  const left = rows.filter(isFree).slice(0, MOST_BUDGETS)
  const answer = { projectPoolCode: pool, no: null, formInstanceId: null, lineCount: left.length, refusals: [] }
  if (draft) return [{ ...answer, existing: draft.no }]
  if (left.length === 0) return []
  return [{ ...answer, existing: null, ...(await raise(runtime, context, area, pool, left, proposal)) }]
}

async function raise(
  runtime: Runtime,
  context: RequestContext,
  area: Area,
  pool: string,
  left: readonly RemainderRow[],
  { year: ofYear, option, isSubmitted, reason }: Proposal,
) {
  const raw = {
    kind: option === 'carry' ? 'carryOver' : 'lapse',
    idcCode: area.idcCode,
    areaId: area.id,
    year: ofYear,
    projectPoolCode: pool,
    currency: area.currency,
    reason,
    lines: left.map((row) => ({ budgetCode: row.code, option })),
  }
  const command = commandOf({ action: isSubmitted ? 'submit' : 'save', raw })
  // Each document has a key of its own, so that a repeated call creates none twice.
  const own = { ...context, idempotencyKey: context.idempotencyKey && `${context.idempotencyKey} ${pool}` }
  try {
    const { no, formInstanceId: instance } = await runAction(runtime, budgetYearEndDocument, own, command)
    return { no, formInstanceId: instance }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { refusals: error.refusals.slice(0, 5).map((refusal) => refusalText(context.language, refusal)) }
  }
}

export const yearEndCockpitRoutes: readonly Route[] = [cockpit, rest, propose]
