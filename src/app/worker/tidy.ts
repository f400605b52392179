import { forgetSignIns } from '#kernel/platform/access/purge.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { type DownloadServices, sweepDownloads } from '#kernel/services/downloads/run-download.ts'
import { sweepAttachments } from '#kernel/services/file-service/attachment-files.ts'
import type { ImportServices } from '#kernel/services/imports/importer.ts'
import { purgeImports } from '#kernel/services/imports/run-import.ts'
import type { Notifier } from '#kernel/services/notify/notifier.ts'
import { forgottenSync } from '#kernel/services/sync/start-sync.ts'

export interface TidyServices {
  readonly pool: TransactionPool
  readonly downloads: DownloadServices
  readonly imports: ImportServices
  readonly notifier: Pick<Notifier, 'purge'>
  readonly sync: { readonly now: () => Date; readonly days: number }
}

const forgetKeys = prepared(
  'idempotency.forget',
  `delete from idempotency where created_at < now() - interval '30 days'`,
)
const forgetFigures = prepared('figures.forget', `delete from list_figure where at < now() - interval '7 days'`)
const forgetTotals = prepared('totals.forget', `delete from list_total where at < now() - interval '7 days'`)

/**
 * Removes expired data. A failure in one place (an unavailable store, one file of many) does not prevent the rest, and
 * is reported at the end.
 */
export async function tidy({ pool, downloads, imports, notifier, sync }: TidyServices): Promise<void> {
  const forget = [
    forgetKeys(),
    forgetTotals(),
    forgetFigures(),
    ...forgetSignIns(),
    ...notifier.purge(),
    ...forgottenSync(sync.now(), sync.days),
  ]
  const failures: unknown[] = []
  for (const work of [
    () =>
      transaction(pool, async (tx) => {
        for (const statement of forget) await tx.run(statement)
      }),
    () => sweepDownloads(downloads),
    () => purgeImports(imports),
    () => sweepAttachments(pool, downloads.files, downloads.now()),
  ])
    await work().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
}
