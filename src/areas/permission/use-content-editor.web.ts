import { useMemo, useState } from 'react'
import { type Compared, differencesOf, type Sheeted } from '#kernel/web/console/setting/differences.ts'
import type { SettingCalls } from '#kernel/web/console/setting/setting-calls.ts'
import { useDraft } from '#kernel/web/console/setting/use-draft.ts'
import { useMayEdit } from '#kernel/web/console/setting/use-setting-editor.ts'
import type { SettingView } from '#kernel/engine/setting/setting-wire.ts'

/** A content without a sheet, edited and compared as a whole. `sheeted` and `compared` must be stable. */
export function useContentEditor<C>(
  calls: SettingCalls<C>,
  loaded: SettingView<C>,
  {
    empty,
    sheeted,
    compared,
  }: { readonly empty: C; readonly sheeted: (content: C) => Sheeted; readonly compared: Compared },
) {
  const mayEdit = useMayEdit(calls.rights)
  const published = loaded.versions[0]?.content ?? empty
  const [content, setContent] = useState(loaded.draft?.content ?? published)
  const [note, setNote] = useState(loaded.draft?.note ?? '')
  const work = useDraft(calls, loaded, content, note)
  const differences = useMemo(
    () => differencesOf(sheeted(published), sheeted(content), compared),
    [sheeted, compared, published, content],
  )
  return { mayEdit, content, setContent, work, bar: { calls, loaded, work, differences, note, onNote: setNote } }
}
