import { useMemo, useReducer, useState } from 'react'
import type { SettingView, SettingProblem } from '#kernel/engine/setting/setting-wire.ts'
import type { SheetColumn, Values } from '../sheet/sheet-columns.ts'
import { sheetReducer, startSheet, type RowErrors } from '../sheet/sheet-state.ts'
import { kernelText, pageText } from '../client/i18n.ts'
import { useButtons } from '../shell/session-context.ts'
import { type Compared, differencesOf, type Sheeted } from './differences.ts'
import type { SettingCalls, SettingRights } from './setting-calls.ts'
import { settingText } from './setting-text.ts'
import { unreadChoices } from './unread-choices.ts'
import { useDraft } from './use-draft.ts'

/** Converts a setting into a head of fields and lines of a sheet, and back. Its functions must be stable. */
export interface SettingForm<C> {
  readonly empty: C
  readonly sheeted: (content: C) => Sheeted
  readonly contentOf: (head: Values, rows: readonly Values[]) => C
  readonly columns: (head: Values) => readonly SheetColumn[]
  readonly headTexts: () => Compared['head']
  readonly identity: Compared['identity']
  readonly name: Compared['name']
  readonly isOrdered: boolean
  /** The column that shows a problem of a field. */
  readonly columnOf: (field: string | null, values: Values) => string
}

/** Whether the reader may edit; null while unknown. */
export function useMayEdit({ menu, edit }: SettingRights): boolean | null {
  return useButtons(menu)?.(edit) ?? null
}

/** Shared state of setting editors: the input, the saved draft, differences, problems. */
export function useSettingEditor<C>(
  calls: SettingCalls<C>,
  loaded: SettingView<C>,
  form: SettingForm<C>,
  /** Initial content of an empty setting. */
  begun: C | null = null,
) {
  const mayEdit = useMayEdit(calls.rights)
  const [newest] = loaded.versions
  const published = newest?.content ?? form.empty
  const start = form.sheeted(loaded.draft?.content ?? newest?.content ?? begun ?? form.empty)
  const [head, setHead] = useState<Values>(start.head)
  const [note, setNote] = useState(loaded.draft?.note ?? '')
  const [sheet, dispatch] = useReducer(sheetReducer, start.rows, startSheet)
  const content = useMemo(
    () =>
      form.contentOf(
        head,
        sheet.rows.map((row) => row.values),
      ),
    [form, head, sheet.rows],
  )
  const columns = useMemo(() => form.columns(head), [form, head])
  const unread = useUnreadChoices(columns, sheet.rows, start.rows)
  const work = useDraft(calls, loaded, content, note, mayEdit ? unread.reason : null)
  const compared = useMemo((): Compared => {
    const { headTexts, identity, name, isOrdered } = form
    return { columns, head: headTexts(), identity, name, isOrdered }
  }, [form, columns])
  const differences = useMemo(
    () => differencesOf(form.sheeted(published), form.sheeted(content), compared),
    [form, published, content, compared],
  )
  const errors = useMemo(() => {
    const all = new Map(errorsOf(work.draft?.problems ?? [], sheet.rows, form.columnOf))
    // What the server said of such a line was said before it was typed.
    for (const [row, cells] of unread.errors) all.set(row, cells)
    return all
  }, [form, work.draft, sheet.rows, unread.errors])
  return {
    mayEdit,
    head,
    changeHead: (values: Values) => setHead({ ...head, ...values }),
    columns,
    content,
    compared,
    work,
    sheet: { columns, state: sheet, dispatch, errors },
    bar: { calls, loaded, work, differences, note, onNote: setNote },
  }
}

/** Most choices that are named where a cell holds none of them. */
const NAMED = 8

/** Cells that no choice stands for, and the first of them in words. */
function useUnreadChoices(
  columns: readonly SheetColumn[],
  rows: readonly { readonly values: Values }[],
  atStart: readonly Values[],
) {
  const [loaded] = useState(atStart)
  return useMemo(() => {
    const errors = unreadChoices(columns, rows, loaded, {
      missing: (field) => pageText('form.required', { field }),
      notAmong: (value, choices) =>
        settingText('editor.notAmong', {
          value,
          choices: choices.slice(0, NAMED).join(kernelText('separator')) + (choices.length > NAMED ? '…' : ''),
        }),
    })
    const [first] = errors
    const [text] = Object.values(first?.[1] ?? {})
    return { errors, reason: first && text ? `${pageText('form.row', { row: first[0] + 1 })}: ${text}` : null }
  }, [columns, rows, loaded])
}

/** The server's problems by line and column for the sheet, the first of each cell. */
function errorsOf(
  problems: readonly SettingProblem[],
  rows: readonly { readonly values: Values }[],
  columnOf: (field: string | null, values: Values) => string,
): RowErrors {
  const errors = new Map<number, Readonly<Record<string, string>>>()
  for (const { row, field, msg } of problems) {
    const line = row === null ? undefined : rows[row]
    if (row === null || !line) continue
    const cells = errors.get(row) ?? {}
    const column = columnOf(field, line.values)
    errors.set(row, { ...cells, [column]: cells[column] ?? msg })
  }
  return errors
}
