import { randomUUID } from 'node:crypto'
import type { Principal, RequestContext } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { type ActionAnswer, type Command, commandOf } from '#kernel/engine/document/action/command.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import { countryBudgetDocument } from '../country-budget/country-budget.plans.ts'
import type { OpenLine } from './applications.ts'

const userIdOf = prepared<{ id: number }>('demo user id', 'select id from app_user where account = $1')

/** The next assignee, and the content that the decision is bound to. */
export interface OpenTask {
  readonly taskId: string
  readonly userId: number
  readonly step: number
  readonly contentHash: string
}

const openTask = prepared<OpenTask>(
  'demo open task',
  `select t.id as "taskId", t.user_id as "userId", t.step, i.content_hash as "contentHash"
   from approval_task t join approval_instance i on i.document_id = t.document_id and i.round = t.round
   where t.document_id = $1 and t.state = 'open' order by t.id limit 1`,
)

const openLines = prepared<OpenLine>(
  'demo open lines',
  `select l.code as "budgetCode", l.country_code as "countryCode", l.project_code as "projectCode", l.fsc_id as "fscId",
     l.sub_busi_code as "subBusiCode", l.product_line_code as "productLineCode", a.avl as available
   from country_budget d join country_budget_line c on c.document_id = d.id and c.round = d.round
   join budget_line l on l.area_id = d.area_id and l.year = d.year and l.month = d.month and l.project_pool_code = d.project_pool_code
     and l.budget_dept_code = d.budget_dept_code and l.product_class = d.product_class and l.currency = d.currency
     and l.country_code = c.country_code and l.project_code = c.project_code and l.fsc_id = c.fsc_id
     and l.sub_busi_code = c.sub_busi_code and l.product_line_code = c.product_line_code
   join budget_account a on a.id = l.id
   where d.id = $1 and a.avl > 0 order by c.line_no`,
)

/** The accounts of the demonstration company: every act goes through the product's own action runner. */
export class Actors {
  readonly #pool: TransactionPool
  readonly #principals = new Map<number, Principal>()
  #now = new Date(0)

  constructor(pool: TransactionPool) {
    this.#pool = pool
  }

  async userId(account: string): Promise<number> {
    const user = await reading(this.#pool, (tx) => tx.first(userIdOf(account)))
    if (!user) throw new Error(`no demonstration account ${account}`)
    return user.id
  }

  task(documentId: string): Promise<OpenTask | undefined> {
    return reading(this.#pool, (tx) => tx.first(openTask(documentId)))
  }

  openLines(documentId: string): Promise<OpenLine[]> {
    return reading(this.#pool, (tx) => tx.rows(openLines(documentId)))
  }

  async act(
    userId: number,
    at: Date,
    command: Partial<Command> & Pick<Command, 'action'>,
    document: ServerDocument = countryBudgetDocument,
  ): Promise<ActionAnswer> {
    this.#now = at
    const context = await this.context(userId, at)
    return await runAction({ pool: this.#pool, now: () => this.#now }, document, context, commandOf(command))
  }

  async context(userId: number, at: Date): Promise<RequestContext> {
    const principal = await this.#principal(userId)
    const idempotencyKey = randomUUID()
    return { principal, language: 'en', requestId: 'demonstration', now: at, idempotencyKey, log: () => undefined }
  }

  async #principal(userId: number): Promise<Principal> {
    const known = this.#principals.get(userId)
    if (known) return known
    const principal = await reading(this.#pool, (tx) => principalOfUser(tx, userId, 'en'))
    if (!principal) throw new Error(`user ${userId} is not active`)
    this.#principals.set(userId, principal)
    return principal
  }
}
