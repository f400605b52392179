import { formatTime } from '#kernel/ui/time.ts'
import type { Waiting } from '../setting-wire.ts'
import { pageLabel } from './setting-texts.ts'

/** Who left a draft that waits, and when. */
export function DraftMark({ draft }: { readonly draft: Waiting | null }) {
  if (!draft) return <>/</>
  return <>{pageLabel('list.draftBy', { by: draft.editedBy.name, time: formatTime(draft.editedAt) })}</>
}
