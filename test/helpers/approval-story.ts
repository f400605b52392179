import { reading } from '#kernel/platform/db/tx.ts'
import type { ApprovalView } from '#kernel/engine/approval/approval-wire.ts'
import type { TemplateStep } from '#kernel/engine/approval/approval-route.ts'
import type { ActionAnswer, Command } from '#kernel/engine/document/action/command.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { runSystemAct, type SystemAct } from '#kernel/engine/document/action/system-act.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { taskOf } from './company/actor.ts'
import type { World } from './budget/budget-world.ts'

/** One document on its way through an approval, acted on by accounts. */
export interface Story {
  readonly id: string
  readonly formInstanceId: string
  /** A verb by the holder of a task; it is their open task unless another one is named. */
  act(account: string, verb: string, more?: Partial<Command>, key?: string): Promise<ActionAnswer>
  /** The parts that an account can read now. */
  view(account: string): Promise<ApprovalView>
  /** `account kind state` of every task that is open or waits, in the order of their making. */
  desks(): Promise<readonly string[]>
  /** Kinds of acts in their order, with who did it (`-` for the clock). */
  acts(): Promise<readonly string[]>
  clock(kind: SystemAct['kind'], account: string): Promise<boolean>
  state(): Promise<string>
  taskOf(account: string): Promise<string>
}

/** Routes for tests are new versions of the product's template: the newest is the one that counts. */
export async function useRoute(world: World, steps: readonly Omit<TemplateStep, 'name'>[]): Promise<void> {
  const named = steps.map((step) => ({ ...step, name: { zh: step.key, en: step.key } }))
  await world.query(
    `insert into approval_template (code, version, name_zh, name_en, steps)
     select code, max(version) + 1, '测试', 'Test', $1::jsonb from approval_template where code = 'budget_country' group by code`,
    [JSON.stringify(named)],
  )
}

export async function begin(
  world: World,
  more: Partial<Command> = {},
  amount = '10.00',
  by = 'in.channel',
): Promise<Story> {
  return storyOf(world, await world.submit(by, [{ amount }], {}, more))
}

export function storyOf(world: World, { id, formInstanceId: instance }: ActionAnswer): Story {
  const formInstanceId = instance ?? ''
  const round = Number(formInstanceId.split('-')[1])
  const story: Story = {
    id,
    formInstanceId,
    async act(account, verb, more = {}, key) {
      const [instanceRow] = await world.query<{ content_hash: string }>(
        'select content_hash from approval_instance where document_id = $1 and round = $2',
        [id, round],
      )
      const [document] = await world.query<{ version: number }>('select version from country_budget where id = $1', [
        id,
      ])
      const command = {
        formInstanceId,
        taskId: await story.taskOf(account),
        contentHash: instanceRow?.content_hash ?? null,
        opinion: 'Checked',
        ...(verb === 'withdraw' ? { version: document?.version ?? null } : {}),
        ...more,
      }
      return world.act(account, verb, command, key)
    },
    async view(account) {
      const context = await world.contextOf(account)
      const document = await reading(world.pool, (tx) => loadDocument(tx, context, countryBudget, { formInstanceId }))
      if (!document.approval) throw new Error('no approval')
      return document.approval
    },
    async desks() {
      const rows = await world.query<{ desk: string }>(
        `select concat_ws(' ', u.account || case when p.account is null then '' else ' for ' || p.account end, t.kind, t.state) as desk
         from approval_task t join app_user u on u.id = t.user_id left join app_user p on p.id = t.principal_id
         where t.document_id = $1 and t.round = $2 and t.state in ('open', 'waiting') order by t.id`,
        [id, round],
      )
      return rows.map((row) => row.desk)
    },
    async acts() {
      const rows = await world.query<{ act: string }>(
        `select concat(a.act, ' ', coalesce(u.account, '-')) as act from approval_act a left join app_user u on u.id = a.actor_id
         where a.document_id = $1 and a.round = $2 order by a.id`,
        [id, round],
      )
      return rows.map((row) => row.act)
    },
    async clock(kind, account) {
      const runtime = { pool: world.pool, now: () => world.now }
      const taskId = await story.taskOf(account)
      return runSystemAct(runtime, countryBudgetDocument, { kind, documentId: id, round, taskId })
    },
    async state() {
      const [row] = await world.query<{ state: string }>('select state from country_budget where id = $1', [id])
      return row?.state ?? ''
    },
    async taskOf(account) {
      return (await taskOf(world.query, formInstanceId, account))?.taskId ?? '0'
    },
  }
  return story
}
