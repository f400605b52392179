import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { matchingSql } from './list-query.ts'
import type { ListRequest } from '#kernel/platform/http/paging.ts'
import type { AnyDocument } from '../server-document.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'

export interface SelectedRow {
  readonly id: string
  readonly no: string
  readonly version: number
}

/** The selected documents, or with null all that match the filters; those up to `after` were already handled. */
export interface ChosenDocuments {
  readonly ids: readonly string[] | null
  readonly after: string
}

export interface Eligibility {
  readonly matched: number
  readonly capped: boolean
  readonly eligible: number
  readonly wrong_state: number
  readonly submitted: number
  readonly foreign_draft: number
}

/** SQL condition for who may do a drafter's action; `$user` stands for the caller. */
function conditions(definition: AnyDocument, actionName: string, user: string) {
  const action = definition.actions[actionName]!
  // A rejected document must be looked at before it is submitted again.
  const from = action.content ? [definition.initial] : action.from
  const states = from.map((state) => `'${state}'`).join(', ')
  const mine = `d.drafter_id = ${user}`
  const inState = `d.state in (${states})`
  const fresh = action.removes ? 'd.round = 0' : 'true'
  return { mine, inState, fresh, eligible: `${mine} and ${inState} and ${fresh}` }
}

/** For how many of the selection the action is possible, and why not for the others; stops at the limit of totals. */
export function eligibilityStatement(
  definition: AnyDocument,
  action: string,
  principal: Principal,
  request: ListRequest,
  { ids, after }: ChosenDocuments,
): Statement<Eligibility> {
  const matching = matchingSql(definition, principal, request, ids, 'd.id, d.state, d.round, d.drafter_id')
  const user = `$${matching.values.push(principal.userId)}`
  const next = `d.id > $${matching.values.push(after)}`
  const { mine, inState, fresh, eligible } = conditions(definition, action, user)
  return {
    text: `select least(count(*), ${TOTAL_LIMIT})::int as matched, count(*) > ${TOTAL_LIMIT} as capped,
        (count(*) filter (where ${eligible} and ${next}))::int as eligible,
        (count(*) filter (where not (${mine})))::int as foreign_draft,
        (count(*) filter (where ${mine} and not (${inState})))::int as wrong_state,
        (count(*) filter (where ${mine} and ${inState} and not (${fresh})))::int as submitted
      from (select * from (${matching.text}) d limit ${TOTAL_LIMIT + 1}) d`,
    values: matching.values,
  }
}

/** The documents of the selection for which the action is possible, oldest first. */
export function selectedStatement(
  definition: AnyDocument,
  action: string,
  principal: Principal,
  request: ListRequest,
  { ids, after }: ChosenDocuments,
  limit: number,
): Statement<SelectedRow> {
  const columns = 'd.id, d.no, d.version, d.state, d.round, d.drafter_id'
  const matching = matchingSql(definition, principal, request, ids, columns)
  const user = `$${matching.values.push(principal.userId)}`
  const next = `d.id > $${matching.values.push(after)}`
  return {
    text: `select d.id, d.no, d.version from (${matching.text}) d
      where ${conditions(definition, action, user).eligible} and ${next} order by d.id limit ${limit}`,
    values: matching.values,
  }
}
