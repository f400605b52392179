import { downloadErrors } from '#kernel/services/downloads/downloads.errors.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ImportCards } from '#kernel/services/downloads/download.routes.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { cancelRun, discardRun, type HeldRun, holdRun, serializationFailure, resumeRun } from './import-acts.ts'
import { runOfTask } from './import-run.ts'
import { possible } from './import-view.ts'
import type { ImportServices } from './importer.ts'

/** The buttons of an import's card: cancel or discard; read again or continue. */
export function importCards({ definitions }: Pick<ImportServices, 'definitions'>): ImportCards {
  const held = async (tx: Tx, context: RequestContext, taskId: string): Promise<HeldRun> => {
    const run = required(await tx.first(runOfTask(taskId, context.principal.userId)), httpErrors.notFound())
    return holdRun(tx, context, definitions, { importId: run.id, version: run.version })
  }
  return {
    async cancel(tx, context, taskId) {
      const run = await held(tx, context, taskId)
      const can = possible(run.run, run.definition)
      if (can.cancel) await cancelRun(tx, context, run)
      else if (run.run.state === 'checked') await discardRun(tx, context, run)
      else throw new Refused(downloadErrors.notRunning())
    },
    async retry(tx, context, taskId) {
      const run = await held(tx, context, taskId)
      if (run.run.state === 'failed') await serializationFailure(tx, context, run)
      else if (possible(run.run, run.definition).resume) await resumeRun(tx, context, run, '')
      else throw new Refused(downloadErrors.notFailed())
    },
  }
}
