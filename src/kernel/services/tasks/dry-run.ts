import { randomUUID } from 'node:crypto'
import { may, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Command } from '#kernel/engine/document/action/command.ts'
import { type DocumentDryRun, dryRunDecision } from '#kernel/engine/document/action/dry-run.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { approvalErrors, documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { accountsNow, type AccountName, type AccountRow, type LedgerAccounts } from '#kernel/engine/ledger/accounts.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { bookKey, combinedEffect, type PlannedItem } from './combined-effect.ts'
import type { TaskSummary } from '#kernel/engine/approval/engine/running-approval.ts'
import { readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { inboxErrors } from './inbox.errors.ts'
import type { DocumentsByName } from './inbox-rows.ts'
import type { BatchDecision, BatchItem, DryRunView } from './batch-wire.ts'

/** For any round: the document type of an approval, and what lists show of it. */
const instancesOf = prepared<{
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly summary: TaskSummary | null
}>(
  'approval.instances-of',
  `select i.document_id, i.round, i.document_type, i.summary from unnest($1::bigint[], $2::int[]) w (document_id, round)
   join approval_instance i on i.document_id = w.document_id and i.round = w.round`,
)

interface Known {
  readonly documentType: string
  readonly summary: TaskSummary | null
}

/** Known data of the items, by `formInstanceId`; nonexistent ones are missing. */
export async function knownItems(tx: Tx, items: readonly BatchItem[]): Promise<ReadonlyMap<string, Known>> {
  const places = items.map((item) => readFormInstanceId(item.formInstanceId)).filter((place) => place !== null)
  const rows = await tx.rows(
    instancesOf(
      places.map(({ documentId }) => documentId),
      places.map(({ round }) => round),
    ),
  )
  return new Map(
    rows.map((row) => [`${row.document_id}-${row.round}`, { documentType: row.document_type, summary: row.summary }]),
  )
}

/** People who may not decide a type learn nothing of its documents, not even that they exist. */
export function mayDecide(
  { principal }: RequestContext,
  { definition }: ServerDocument,
  decision: BatchDecision,
): boolean {
  const right = definition.actions[decision]?.right
  return right !== undefined && may(principal, right)
}

export function commandOf(decision: BatchDecision, item: BatchItem, opinion: string): Command {
  return {
    action: decision,
    id: null,
    version: null,
    formInstanceId: item.formInstanceId,
    taskId: item.taskId,
    contentHash: item.contentHash,
    opinion,
    raw: null,
  }
}

interface Weighed {
  readonly item: BatchItem
  readonly known: Known | undefined
  readonly refusal: Refusal | null
  readonly planned: PlannedItem | null
}

/**
 * Performs a batch without writing, in order: the same reads, rules and plans as the acts themselves, sent in one flight and
 * without a lock, so that a dry run blocks nobody. The acts check everything again.
 */
export async function performDryRun(
  tx: Tx,
  context: RequestContext,
  documents: DocumentsByName,
  ledgers: readonly LedgerAccounts[],
  decision: BatchDecision,
  items: readonly BatchItem[],
): Promise<DryRunView> {
  const known = await knownItems(tx, items)
  const weighed = await weigh(tx, context, documents, known, decision, items)
  const planned = weighed.flatMap((each) => each.planned ?? [])
  const accounts = await readAccounts(tx, ledgers, planned)
  const effect = combinedEffect(planned, accounts)
  const ids = Map.groupBy(effect.accounts, ({ ledger }) => ledger)
  const names = await namesOf(tx, context, ledgers, ids)
  const nameOf = (ledger: string, account: string) => names.get(`${ledger} ${account}`)
  const labelOf = (ledger: string, bucket: string) =>
    ledgers.find((each) => each.ledger.name === ledger)?.bucketLabel(context.language, bucket) ?? bucket
  const short = new Map(effect.shortages.map((shortage) => [shortage.key, shortage]))
  return {
    items: weighed.map(({ item, refusal, planned: plan }) => {
      const shortage = short.get(item.taskId)
      const reason = shortage
        ? inboxErrors.short({
            account: nameOf(shortage.ledger, shortage.account)?.name ?? shortage.account,
            missing: shortage.missing,
            currency: shortage.currency,
          })
        : refusal
      return {
        taskId: item.taskId,
        formInstanceId: item.formInstanceId,
        isFinal: plan?.isFinal ?? false,
        problem: reason ? { key: reason.key, msg: refusalText(context.language, reason) } : null,
      }
    }),
    accounts: effect.accounts.map((change) => ({
      ...change,
      name: nameOf(change.ledger, change.account)?.name ?? change.account,
      url: nameOf(change.ledger, change.account)?.url ?? null,
      buckets: change.buckets.map((bucket) => ({ ...bucket, label: labelOf(change.ledger, bucket.bucket) })),
    })),
    totals: totalsOf(weighed.filter(({ item, planned: plan }) => plan !== null && !short.has(item.taskId))),
    asOf: context.now.toISOString(),
  }
}

/** Checks whether each decision would be accepted. All reads of all items travel together. */
async function weigh(
  tx: Tx,
  context: RequestContext,
  documents: DocumentsByName,
  known: ReadonlyMap<string, Known>,
  decision: BatchDecision,
  items: readonly BatchItem[],
): Promise<readonly Weighed[]> {
  const statements: Statement[] = []
  const seen = new Set<string>()
  const prepared = items.map((item) => {
    const of = known.get(item.formInstanceId)
    const document = of && documents.get(of.documentType)
    // A person with two tasks of one document decides once.
    const isRepeated = seen.has(item.formInstanceId)
    seen.add(item.formInstanceId)
    const first = statements.length
    const dryRun = attempted((): DocumentDryRun => {
      if (!document || !mayDecide(context, document, decision)) throw new Refused(documentErrors.notFound())
      if (isRepeated) throw new Refused(approvalErrors.alreadyActed())
      const asked = { ...context, idempotencyKey: randomUUID() }
      // The opinion is written after the dry run, so its presence is not checked here.
      const ready = dryRunDecision(document, asked, commandOf(decision, item, '-'), context.now)
      statements.push(...ready.statements)
      return ready
    })
    return { item, of, dryRun, first, count: statements.length - first }
  })
  const rows = statements.length > 0 ? await tx.flight(statements) : []
  return prepared.map(({ item, of, dryRun, first, count }) => {
    if ('refusal' in dryRun) return { item, known: of, refusal: dryRun.refusal, planned: null }
    const decided = attempted(() => dryRun.value.decide(rows.slice(first, first + count)))
    if ('refusal' in decided) return { item, known: of, refusal: decided.refusal, planned: null }
    const { isFinal, effects } = decided.value
    return { item, known: of, refusal: null, planned: { key: item.taskId, isFinal, legs: effects?.legs ?? [] } }
  })
}

function attempted<T>(work: () => T): { readonly value: T } | { readonly refusal: Refusal } {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.first }
    throw error
  }
}

async function readAccounts(
  tx: Tx,
  ledgers: readonly LedgerAccounts[],
  planned: readonly PlannedItem[],
): Promise<ReadonlyMap<string, AccountRow>> {
  const legs = planned.flatMap((item) => item.legs)
  const read = await Promise.all(
    ledgers.map(async ({ ledger }) => {
      const ids = [...new Set(legs.filter((leg) => leg.ledger === ledger.name).map((leg) => leg.account))]
      const rows = ids.length > 0 ? await tx.rows(accountsNow(ledger, ids)) : []
      return rows.map((row): [string, AccountRow] => [bookKey({ ledger: ledger.name, account: row.id }), row])
    }),
  )
  return new Map(read.flat())
}

async function namesOf(
  tx: Tx,
  { language }: RequestContext,
  ledgers: readonly LedgerAccounts[],
  accounts: ReadonlyMap<string, readonly { readonly account: string }[]>,
): Promise<ReadonlyMap<string, AccountName>> {
  const read = await Promise.all(
    ledgers.map(async ({ ledger, names }) => {
      const ids = (accounts.get(ledger.name) ?? []).map(({ account }) => account)
      const found = ids.length > 0 ? await names(tx, language, ids) : new Map<string, AccountName>()
      return [...found].map(([id, name]): [string, AccountName] => [`${ledger.name} ${id}`, name])
    }),
  )
  return new Map(read.flat())
}

/** The total asked for, one sum per currency. */
function totalsOf(weighed: readonly Weighed[]): DryRunView['totals'] {
  const amounts = weighed.flatMap(({ known }) => {
    const { amount: value, currency } = known?.summary ?? { amount: null, currency: null }
    return value !== null && currency !== null ? [{ value, currency }] : []
  })
  return [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    count: of.length,
    amount: amountText(sumAmounts(of.map(({ value }) => amount(value)))),
  }))
}
