import type { ReactNode } from 'react'
import { DraftBar } from '#kernel/web/console/setting/DraftBar.tsx'
import { LinesTable } from '#kernel/web/console/setting/LinesTable.tsx'
import { restorer } from '#kernel/web/console/setting/restorer.ts'
import type { SettingCalls } from '#kernel/web/console/setting/setting-calls.ts'
import { type SettingForm, useSettingEditor } from '#kernel/web/console/setting/use-setting-editor.ts'
import { VersionList } from '#kernel/web/console/setting/VersionList.tsx'
import { Sheet } from '#kernel/web/console/sheet/Sheet.tsx'
import type { SettingView } from '#kernel/engine/setting/setting-wire.ts'

interface SheetSettingProps<C> {
  readonly calls: SettingCalls<C>
  readonly loaded: SettingView<C>
  readonly form: SettingForm<C>
  readonly label: string
  readonly onDone: () => void
  readonly children?: ReactNode
}

/** A setting that consists of lines only. */
export function SheetSetting<C>({ calls, loaded, form, label, onDone, children }: SheetSettingProps<C>) {
  const editor = useSettingEditor(calls, loaded, form)
  const { sheet } = editor
  return (
    <>
      <DraftBar {...editor.bar} onDone={onDone} />
      {editor.mayEdit ? (
        <Sheet {...sheet} label={label} sum={null} newRow={() => ({})} focus={null} isOrdered={form.isOrdered} />
      ) : null}
      {editor.mayEdit === false ? <LinesTable label={label} columns={sheet.columns} rows={sheet.state.rows} /> : null}
      {children}
      <VersionList
        versions={loaded.versions}
        compared={editor.compared}
        sheeted={form.sheeted}
        {...(editor.mayEdit ? { onRestore: restorer(calls, loaded, editor.bar.work, onDone) } : {})}
      />
    </>
  )
}
