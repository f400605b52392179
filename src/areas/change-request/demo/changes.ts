import { randomUUID } from 'node:crypto'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { type Command, commandOf } from '#kernel/engine/document/action/command.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import { recordChangeDocument } from '../record-change/record-change.document.ts'

/** A change raised by the demonstration. */
interface DemoChange {
  readonly account: string
  readonly recordKind: string
  readonly recordKey: string
  readonly organisationCode: string
  readonly reason: string
  /** New values of guarded fields; without them it is a draft's first approval. */
  readonly values?: Readonly<Record<string, string>>
  /** The accounts that then decide it, in order. */
  readonly agreed?: readonly string[]
  readonly rejected?: { readonly by: string; readonly why: string }
  readonly isDraft?: boolean
  /** Days before today. */
  readonly daysAgo: number
}

const userOf = prepared<{ id: number }>('demo change user', 'select id from app_user where account = $1')
const taskOf = prepared<{ id: string; hash: string }>(
  'demo change task',
  `select t.id, i.content_hash as hash from approval_task t join approval_instance i on i.document_id = t.document_id and i.round = t.round
   join app_user u on u.id = t.user_id where t.document_id = $1 and t.state = 'open' and u.account = $2`,
)
const draftsOf = prepared<{ code: string }>(
  'demo drafts',
  `select code from customer where country_code = $1 and kind = $2 and state = 'draft' order by code limit 2`,
)
const enabledOf = prepared<{ code: string }>(
  'demo enabled',
  `select code from customer where country_code = $1 and kind = 'distributor' and state = 'enabled' and bank_account is not null order by code offset 2 limit 6`,
)

const DAY_MS = 86_400_000

/** Waiting and decided changes: raised and decided through the product's own commands. */
export async function playChanges(pool: TransactionPool, today: Date): Promise<void> {
  const principals = new Map<string, Principal>()
  const act = async (account: string, at: Date, command: Partial<Command> & Pick<Command, 'action'>) => {
    let principal = principals.get(account)
    if (!principal) {
      const found = await reading(pool, async (tx) => {
        const user = await tx.first(userOf(account))
        return user ? principalOfUser(tx, user.id, 'en') : null
      })
      if (!found) throw new Error(`no demonstration account ${account}`)
      principals.set(account, (principal = found))
    }
    const context = {
      principal,
      language: 'en' as const,
      requestId: 'demonstration',
      now: at,
      idempotencyKey: randomUUID(),
      log: () => undefined,
    }
    return runAction({ pool, now: () => at }, recordChangeDocument, context, commandOf(command))
  }
  for (const change of await planned(pool)) {
    const at = new Date(today.getTime() - change.daysAgo * DAY_MS)
    const { recordKind, recordKey, organisationCode, reason, values } = change
    const lines = Object.entries(values ?? {}).map(([field, value]) => ({ field, value }))
    const changeKind = values ? 'change' : 'new'
    const raw = { changeKind, recordKind, recordKey, organisationCode, reason, lines }
    const { id, formInstanceId } = await act(change.account, at, { action: change.isDraft ? 'save' : 'submit', raw })
    const decide = async (by: string, action: string, opinion: string, hours: number): Promise<void> => {
      const task = await reading(pool, (tx) => tx.first(taskOf(id, by)))
      if (!task) throw new Error(`no task of ${by} on a change of ${recordKey}`)
      const moment = new Date(at.getTime() + hours * 3_600_000)
      await act(by, moment, { action, formInstanceId, taskId: task.id, contentHash: task.hash, opinion })
    }
    for (const [index, by] of (change.agreed ?? []).entries())
      await decide(by, 'approve', 'Checked against the bank letter', index * 3 + 2)
    if (change.rejected) await decide(change.rejected.by, 'reject', change.rejected.why, 5)
  }
}

async function planned(pool: TransactionPool): Promise<readonly DemoChange[]> {
  const codes = (statement: ReturnType<typeof draftsOf>) =>
    reading(pool, async (tx) => (await tx.rows(statement)).map(({ code }) => code))
  const india = await codes(enabledOf('IN'))
  const indonesia = await codes(enabledOf('ID'))
  const drafts = [...(await codes(draftsOf('IN', 'distributor'))), ...(await codes(draftsOf('IN', 'dealer')))]
  const draftsThere = await codes(draftsOf('ID', 'dealer'))
  const ofIndia = { account: 'in.channel', recordKind: 'customer', organisationCode: 'IN-IN' }
  const ofIndonesia = { account: 'id.channel', recordKind: 'customer', organisationCode: 'ID-ID' }
  const bank = (account: string) => ({ bankName: 'Western Coast Bank', bankAccount: account })
  const fresh = (code: string, daysAgo: number): DemoChange => ({
    ...ofIndia,
    recordKey: code,
    reason: 'New customer, contract signed',
    daysAgo,
  })
  return [
    {
      ...ofIndia,
      recordKey: india[0]!,
      values: bank('610200300401'),
      reason: 'The customer moved its account; letter attached at the branch',
      agreed: ['in.finance', 'in.regfinance'],
      daysAgo: 30,
    },
    {
      ...ofIndia,
      recordKey: india[1]!,
      values: bank('610200300402'),
      reason: 'New account of the customer',
      rejected: { by: 'in.finance', why: 'The letter names another holder' },
      daysAgo: 12,
    },
    {
      ...ofIndia,
      recordKey: india[2]!,
      values: bank('610200300403'),
      reason: 'New account of the customer',
      agreed: ['in.finance'],
      daysAgo: 2,
    },
    {
      ...ofIndia,
      recordKey: india[3]!,
      values: { bankHolder: 'Renamed after the merger Private Limited' },
      reason: 'The company was renamed',
      daysAgo: 1,
    },
    {
      ...ofIndia,
      recordKey: india[4]!,
      values: { bankSwift: 'WCBKINBB' },
      reason: 'SWIFT code was missing',
      isDraft: true,
      daysAgo: 1,
    },
    ...drafts.slice(0, 3).map((code, index) => fresh(code, index + 1)),
    {
      ...ofIndonesia,
      recordKey: indonesia[0]!,
      values: bank('710200300401'),
      reason: 'New account of the customer',
      daysAgo: 3,
    },
    ...draftsThere
      .slice(0, 1)
      .map((code): DemoChange => ({ ...ofIndonesia, recordKey: code, reason: 'New dealer in the east', daysAgo: 2 })),
  ]
}
