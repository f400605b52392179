import { afterAll, beforeAll, expect, it } from 'vitest'
import { reading } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { effectErrors } from '#kernel/engine/effects/effects.errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { loadDocument } from '../load-document.ts'
import { runAction } from '../action/run-action.ts'
import { registerDocument } from '../server-document.ts'
import { commandOf } from '../action/command.ts'

// No type of the product closes yet: an application that can be closed represents future ones.

const { definition } = countryBudgetDocument
const CLOSE = {
  from: ['approved'],
  to: 'cancelled',
  by: 'operator',
  right: 'budget.country.retry',
  closes: true,
} as const
const closable = registerDocument({
  ...countryBudgetDocument,
  definition: { ...definition, actions: { ...definition.actions, close: CLOSE } },
})

let world: World
beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '1000.00', 4)
})
afterAll(() => world?.close())

async function approved(): Promise<string> {
  const { formInstanceId } = await world.submit('in.channel', [{ amount: '1.00' }])
  await world.approveAll(formInstanceId ?? '')
  return formInstanceId ?? ''
}

/** Simulates a start before the process was renewed. */
async function ofOldProcess(formInstanceId: string): Promise<void> {
  await world.query(
    `insert into approval_template (code, version, name_zh, name_en, steps, process)
     select code, 90, name_zh, name_en, steps, 'old' from approval_template where code = 'budget_country' and version = (select max(version) from approval_template where code = 'budget_country')`,
  )
  await world.query('update approval_instance set template_version = 90 where document_id = $1', [
    formInstanceId.split('-')[0],
  ])
}

async function close(account: string, formInstanceId: string) {
  const command = commandOf({ action: 'close', formInstanceId, opinion: 'Nothing more to execute' })
  return runAction({ pool: world.pool, now: () => world.now }, closable, await world.contextOf(account), command)
}

async function refusalOf(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refused)) throw new Error('it was not refused', { cause: error })
  return error.first.key
}

async function allowed(account: string, formInstanceId: string) {
  const context = await world.contextOf(account)
  const { approval } = await reading(world.pool, (tx) =>
    loadDocument(tx, context, closable.definition, { formInstanceId }),
  )
  return approval?.allowed ?? []
}

it('an operator closes an approved document once, and its timeline shows it', async () => {
  const form = await approved()
  expect(await allowed('in.finance', form)).toContain('close')
  expect(await allowed('in.channel', form)).not.toContain('close')
  expect(await refusalOf(close('in.channel', form))).toBe('http.forbidden')
  expect(await close('in.finance', form)).toMatchObject({ state: 'cancelled' })
  expect(await refusalOf(close('in.finance', form))).toBe('document.wrongState')
  expect(
    (
      await world.query(`select action as act, opinion from document_act where document_id = $1`, [form.split('-')[0]])
    ).slice(-1),
  ).toEqual([{ act: 'close', opinion: 'Nothing more to execute' }])
})

it('a closing is possible in a new-process flow and in no other', async () => {
  const form = await approved()
  await ofOldProcess(form)
  expect(await allowed('in.finance', form)).not.toContain('close')
  expect(await refusalOf(close('in.finance', form))).toBe('effects.oldProcess')
  expect(refusalText('en', effectErrors.oldProcess())).toBe('Only a new-process flow can be closed')
  expect(refusalText('zh', effectErrors.oldProcess())).toBe('只有新流程才能关闭')
  expect(await world.query('select state from country_budget where id = $1', [form.split('-')[0]])).toEqual([
    { state: 'approved' },
  ])
})

it('a document in approval cannot be closed', async () => {
  const { formInstanceId } = await world.submit('in.channel', [{ amount: '1.00' }])
  expect(await refusalOf(close('in.finance', formInstanceId ?? ''))).toBe('document.wrongState')
})
