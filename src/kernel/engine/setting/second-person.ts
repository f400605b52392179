import { may, narrowed, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { knownSetting } from './known-settings.ts'
import { askedDrafts, type DraftRow } from './setting.queries.ts'
import { requireMay, type Setting } from './setting.ts'

/** Whether a person may be the second one of a draft: by right, by place, and as nobody who worked on it. */
export async function mayPublish(
  tx: Tx,
  context: RequestContext,
  setting: Setting<unknown>,
  draft: DraftRow,
): Promise<boolean> {
  const { publish } = setting.rights
  if (!may(context.principal, publish) || draft.editors.includes(context.principal.userId)) return false
  const reader = { ...context, principal: narrowed(context.principal, publish) }
  try {
    await setting.known?.(tx, draft.key, reader)
    await requireMay(tx, reader, setting, 'publish', draft.key, draft.content)
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** How many drafts wait for the caller as their second person: they count among the caller's tasks. */
export async function countWaitingDrafts(tx: Tx, context: RequestContext): Promise<number> {
  let count = 0
  for (const row of await tx.rows(askedDrafts())) {
    const setting = row.requested_at === null ? undefined : knownSetting(row.kind)?.setting
    if (setting && (await mayPublish(tx, context, setting, row))) count += 1
  }
  return count
}
