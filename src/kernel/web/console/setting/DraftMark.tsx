import { formatTime } from '#kernel/web/ui/time.ts'
import { settingText } from './setting-text.ts'

/** The author and time of a waiting draft. */
export function DraftMark({ by, at }: { readonly by: string | undefined; readonly at: string | undefined }) {
  if (by === undefined || at === undefined) return <>/</>
  return <>{settingText('editor.draftMark', { by, time: formatTime(at) })}</>
}
