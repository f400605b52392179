import { useId, type ComponentProps, type ReactNode } from 'react'
import { ExportButton } from '../downloads/ExportButton.tsx'
import { TextChoice } from '../form/TextChoice.tsx'
import type { Values } from '../sheet/sheet-columns.ts'
import { Sheet } from '../sheet/Sheet.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { SettingView } from '#kernel/engine/setting/setting-wire.ts'
import type { SettingCalls } from './setting-calls.ts'
import { DraftBar } from './DraftBar.tsx'
import { HeadFacts, LinesTable } from './LinesTable.tsx'
import { restorer } from './restorer.ts'
import { type SettingForm, useSettingEditor } from './use-setting-editor.ts'
import { VersionList } from './VersionList.tsx'

interface SettingEditorProps<C> {
  readonly calls: SettingCalls<C>
  readonly loaded: SettingView<C>
  readonly form: SettingForm<C>
  /** The one field above the lines: a currency. */
  readonly field?: { readonly key: string; readonly label: string; readonly options: readonly string[] }
  /** Or fields of any kind; `onChange` takes the changed ones. */
  readonly fields?: (head: Values, onChange: (values: Values) => void) => ReactNode
  /** Without it the setting has no lines. */
  readonly linesLabel?: string
  readonly newRow?: () => Values
  readonly hint?: ReactNode
  /** Export of the lines: those of the draft where there is one. */
  readonly exported?: {
    readonly path: string
    readonly right: string
    readonly filters: Readonly<Record<string, string>>
  }
  readonly versionsExported?: ComponentProps<typeof VersionList>['exported']
  readonly publishText?: string
  /** The sheet is only as wide as its few columns. */
  readonly isNarrow?: boolean
  /** Initial content of an empty setting. */
  readonly begun?: C | null
  readonly onDone: () => void
  /** Content above everything, and between the lines and the versions. */
  readonly lead?: ReactNode
  readonly children?: ReactNode
}

/** Editor of a setting with fields and lines: bands, rates, a parameter. Read-only without the right. */
export function SettingEditor<C>(props: SettingEditorProps<C>) {
  const { calls, loaded, form, field, linesLabel } = props
  const editor = useSettingEditor(calls, loaded, form, props.begun ?? null)
  const { head, compared, sheet } = editor
  const { work } = editor.bar
  const id = useId()
  const file = props.exported ? (
    <ExportButton
      path={props.exported.path}
      right={props.exported.right}
      filters={{ ...props.exported.filters, ...(work.draft ? { version: 0 } : {}) }}
      settle={work.settle}
    />
  ) : null
  return (
    <>
      {props.lead}
      <DraftBar
        {...editor.bar}
        {...(props.publishText === undefined ? {} : { publishText: props.publishText })}
        onDone={props.onDone}
      />
      {editor.mayEdit ? (
        <>
          <div className="setting-head">
            {field ? (
              <Field id={id} label={field.label} isRequired>
                <TextChoice
                  value={head[field.key] ?? ''}
                  options={field.options.map((code) => ({ value: code, label: code }))}
                  onChange={(value) => editor.changeHead({ [field.key]: value ?? head[field.key] ?? '' })}
                />
              </Field>
            ) : null}
            {props.fields?.(head, editor.changeHead)}
          </div>
          {linesLabel === undefined ? null : (
            <div className={props.isNarrow ? 'setting-narrow' : undefined}>
              <Sheet
                {...sheet}
                label={linesLabel}
                sum={null}
                newRow={props.newRow ?? (() => ({}))}
                focus={null}
                isOrdered={form.isOrdered}
                tools={
                  <>
                    {props.hint}
                    {file}
                  </>
                }
              />
            </div>
          )}
        </>
      ) : null}
      {editor.mayEdit === false ? (
        <>
          <HeadFacts head={compared.head} values={head} />
          {linesLabel === undefined ? null : (
            <LinesTable label={linesLabel} columns={sheet.columns} rows={sheet.state.rows} tools={file} />
          )}
        </>
      ) : null}
      {props.children}
      <VersionList
        versions={loaded.versions}
        compared={compared}
        sheeted={form.sheeted}
        {...(props.versionsExported ? { exported: props.versionsExported } : {})}
        {...(editor.mayEdit ? { onRestore: restorer(calls, loaded, work, props.onDone) } : {})}
      />
    </>
  )
}
