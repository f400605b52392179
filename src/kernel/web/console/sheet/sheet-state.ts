/** One line of a sheet: raw texts by column key. The id is local to the browser. */
export interface GridSheetRow {
  readonly id: number
  readonly values: Readonly<Record<string, string>>
  /** Errors of a file's cells, and what was removed, by column. Each stays until its cell is changed. */
  readonly notes?: Readonly<Record<string, CellNote>>
}

export interface CellNote {
  readonly value: string
  readonly text: string
}

export interface SheetState {
  readonly rows: readonly GridSheetRow[]
  readonly undo: readonly (readonly GridSheetRow[])[]
  readonly nextId: number
}

export type SheetEvent =
  | { readonly type: 'set'; readonly row: number; readonly values: Readonly<Record<string, string>> }
  | { readonly type: 'add'; readonly values?: Readonly<Record<string, string>> }
  /** `at`: position of the copies; by default at the end. */
  | { readonly type: 'copy'; readonly rows: readonly number[]; readonly at?: number }
  | { readonly type: 'delete'; readonly rows: readonly number[] }
  /** `to` is the final position of the line. */
  | { readonly type: 'move'; readonly from: number; readonly to: number }
  | { readonly type: 'paste'; readonly row: number; readonly cells: readonly Readonly<Record<string, string>>[] }
  | {
      readonly type: 'fill'
      readonly key: string
      readonly from: number
      readonly rows: readonly number[]
      /** Dependent values of the value in a line. */
      readonly also?: (value: string, row: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
    }
  | { readonly type: 'replace'; readonly rows: readonly Omit<GridSheetRow, 'id'>[] }
  /** After the last filled line. */
  | { readonly type: 'append'; readonly rows: readonly Omit<GridSheetRow, 'id'>[] }
  | { readonly type: 'undo' }

/** Errors by line index and then by column. */
export type RowErrors = ReadonlyMap<number, Readonly<Record<string, string>>>

const UNDO_STEPS = 50

export function startSheet(values: readonly Readonly<Record<string, string>>[]): SheetState {
  return { rows: values.map((row, index) => ({ id: index + 1, values: row })), undo: [], nextId: values.length + 1 }
}

/** Pure: every change keeps the previous rows, so that it can be undone. */
export function sheetReducer(state: SheetState, event: SheetEvent): SheetState {
  switch (event.type) {
    case 'undo': {
      const before = state.undo.at(-1)
      return before ? { ...state, rows: before, undo: state.undo.slice(0, -1) } : state
    }
    case 'set': {
      const row = state.rows[event.row]
      return row
        ? changed(state, state.rows.with(event.row, { ...row, values: { ...row.values, ...event.values } }))
        : state
    }
    case 'add':
      return appended(state, [event.values ?? {}])
    case 'copy':
      return appended(
        state,
        event.rows.map((index) => state.rows[index]?.values ?? {}),
        event.at,
      )
    case 'delete': {
      const gone = new Set(event.rows)
      return changed(
        state,
        state.rows.filter((_, index) => !gone.has(index)),
      )
    }
    case 'move': {
      const row = state.rows[event.from]
      const isSomewhere = event.to >= 0 && event.to < state.rows.length && event.to !== event.from
      return row && isSomewhere
        ? changed(state, state.rows.toSpliced(event.from, 1).toSpliced(event.to, 0, row))
        : state
    }
    case 'paste':
      return paste(state, event.row, event.cells)
    case 'fill': {
      const value = state.rows[event.from]?.values[event.key] ?? ''
      const targets = new Set(event.rows)
      return changed(
        state,
        state.rows.map((row, index) =>
          targets.has(index)
            ? {
                ...row,
                values: { ...row.values, [event.key]: value, ...(value ? event.also?.(value, row.values) : {}) },
              }
            : row,
        ),
      )
    }
    case 'replace':
    case 'append': {
      const first = state.nextId
      const rows = event.rows.map((row, index) => ({ ...row, id: first + index }))
      const kept = event.type === 'append' ? filledRows(state.rows) : []
      return { ...changed(state, [...kept, ...rows]), nextId: first + rows.length }
    }
  }
}

/** Without the empty lines at the end. */
function filledRows(rows: readonly GridSheetRow[]): readonly GridSheetRow[] {
  return rows.slice(
    0,
    rows.findLastIndex(({ values }) => Object.values(values).some((value) => value.trim() !== '')) + 1,
  )
}

function changed(state: SheetState, rows: readonly GridSheetRow[]): SheetState {
  return { ...state, rows, undo: [...state.undo, state.rows].slice(-UNDO_STEPS) }
}

function appended(
  state: SheetState,
  values: readonly Readonly<Record<string, string>>[],
  at = state.rows.length,
): SheetState {
  const added = values.map((row, index) => ({ id: state.nextId + index, values: row }))
  return { ...changed(state, state.rows.toSpliced(at, 0, ...added)), nextId: state.nextId + added.length }
}

function paste(state: SheetState, from: number, cells: readonly Readonly<Record<string, string>>[]): SheetState {
  const inside = state.rows.map((row, index) => {
    const values = cells[index - from]
    return values && index >= from ? { ...row, values: { ...row.values, ...values } } : row
  })
  const beyond = cells.slice(Math.max(0, state.rows.length - from))
  const added = beyond.map((values, index) => ({ id: state.nextId + index, values }))
  return { ...changed(state, [...inside, ...added]), nextId: state.nextId + added.length }
}

/** The remaining notes of a line, by column. */
export function openNotes(row: GridSheetRow): Readonly<Record<string, string>> | null {
  const open = Object.entries(row.notes ?? {}).filter(([key, note]) => note.value === (row.values[key] ?? ''))
  return open.length > 0 ? Object.fromEntries(open.map(([key, note]) => [key, note.text])) : null
}
