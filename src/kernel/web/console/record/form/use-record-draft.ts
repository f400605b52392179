import { use, useCallback, useEffect, useId, useRef, useState } from 'react'
import { type AnyRecord, typedFields } from '#kernel/engine/record/definition.ts'
import { ApiError } from '../../client/api.ts'
import { chooseRefusalText } from '../../client/i18n.ts'
import { holdUnsaved, type Unsaved } from '../../client/unsaved.ts'
import type { DifferenceText } from '../../form/conflict/conflict-texts.ts'
import { TabContext } from '../../shell/tabs/tab-context.ts'
import { recordApi, type RecordWire } from '../record-api.ts'
import { valueText } from '../record-columns.tsx'
import { textsOf } from '../record-texts.ts'
import { useKeptInput, useStoredInput } from './kept-input.ts'

/** Key of the error of a dated value's day. */
export const FROM = 'from'

type Texts = Readonly<Record<string, string>>

interface Problem {
  readonly field: string | null
  readonly text: string
}

interface Conflict {
  readonly error: ApiError
  readonly theirs: RecordWire
  readonly rows: readonly DifferenceText[]
}

export interface RecordDraft {
  readonly formId: string
  readonly values: Texts
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly problems: readonly Problem[]
  /** Incremented with every refused attempt: the first problem gets focus. */
  readonly attempt: number
  readonly conflict: Conflict | null
  readonly change: (name: string, value: string) => void
  /** The day on which a changed dated value takes effect, if other than today. */
  readonly from: string
  readonly setFrom: (day: string) => void
  /** The dated value differs from the stored one. */
  readonly isDated: boolean
  readonly save: () => Promise<boolean>
  readonly takeTheirs: () => void
  /** Overwrites another person's version after it was displayed. */
  readonly keepMine: () => void
}

function textsIn(record: AnyRecord, stored: RecordWire | null, begun: Texts = {}): Texts {
  return Object.fromEntries(
    Object.keys(typedFields(record)).map((name) => [name, String(stored?.values[name] ?? begun[name] ?? '')]),
  )
}

function setPhoneUnsaved(unsaved: Unsaved | null): void {
  holdUnsaved('record', unsaved ? [unsaved] : [])
}

/** Warns people who close the tab or leave the page; a phone has no tabs. */
function useUnsaved(isDirty: boolean, save: () => Promise<boolean>, isKept: boolean): void {
  const setUnsaved = use(TabContext)?.setUnsaved ?? setPhoneUnsaved
  useEffect(() => {
    setUnsaved(isDirty ? { save, isKept: () => isKept } : null)
    return () => setUnsaved(null)
  }, [isDirty, save, isKept, setUnsaved])
}

/** Whose a new record is, where the person has only one to choose: their store, their customer. */
function useOnlyChoice(record: AnyRecord, isNew: boolean, take: (name: string, code: string) => void): Texts {
  const [only, setOnly] = useState<Texts>({})
  const taken = useRef(take)
  useEffect(() => {
    taken.current = take
  })
  const { scope } = record
  const name = isNew && scope !== undefined && typedFields(record)[scope]?.refersTo ? scope : null
  useEffect(() => {
    if (name === null) return undefined
    const stop = new AbortController()
    void recordApi(record)
      .choices(name, '', 2, { signal: stop.signal, handles: true })
      .then(
        ([first, second]) => {
          if (!first || second || stop.signal.aborted) return
          setOnly({ [name]: first.code })
          taken.current(name, first.code)
        },
        // Without it the person chooses.
        () => undefined,
      )
    return () => stop.abort()
  }, [record, name])
  return only
}

/**
 * The input of a record's form, the stored version it is based on, and the save's result. With `keptAs` the input
 * survives a reload.
 */
export function useRecordDraft(
  record: AnyRecord,
  stored: RecordWire | null,
  onSaved: (saved: RecordWire) => void,
  begun: Texts = {},
  keptAs: string | null = null,
): RecordDraft {
  const formId = useId()
  // The version displayed at the start; a newer one loaded meanwhile leads to a refusal.
  const [base, setBase] = useState(stored)
  const kept = useKeptInput(keptAs)
  const [values, setValues] = useState(() => ({ ...textsIn(record, stored, stored ? {} : begun), ...kept }))
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [from, setFrom] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const only = useOnlyChoice(record, stored === null, (name, code) => {
    setValues((now) => (now[name] ? now : { ...now, [name]: code }))
  })
  const start = textsIn(record, base, base ? {} : { ...only, ...begun })
  const dated = record.dated?.field
  const isDated = base !== null && dated !== undefined && start[dated] !== values[dated]
  const isDirty = Object.keys(start).some((name) => start[name] !== values[name])

  const send = async (over = base): Promise<boolean> => {
    if (isSaving) return false
    setSaving(true)
    try {
      const input = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim() || null]))
      const api = recordApi(record)
      const options = { handles: [400, 409] }
      const saved = over
        ? await api.update(over.id, over.version, input, options, isDated ? from : undefined)
        : await api.create(input, options)
      setProblems([])
      onSaved(saved)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const theirs = (error.refusal?.data as { readonly record?: RecordWire } | undefined)?.record
      if (error.refusal?.key === 'record.stale' && theirs)
        setConflict({ error, theirs, rows: differences(record, values, theirs) })
      else {
        setProblems(problemsIn(record, error))
        setAttempt((count) => count + 1)
      }
      return false
    } finally {
      setSaving(false)
    }
  }
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  const save = useCallback(() => latest.current(), [])

  useUnsaved(isDirty, save, keptAs !== null)
  useStoredInput(keptAs, isDirty ? values : null)

  const adopt = (): RecordWire | null => {
    if (!conflict) return null
    setBase(conflict.theirs)
    setConflict(null)
    return conflict.theirs
  }
  return {
    formId,
    values,
    isDirty,
    isSaving,
    problems,
    attempt,
    conflict,
    change: (name, value) => {
      setValues((old) => ({ ...old, [name]: value }))
      setProblems((old) => old.filter(({ field }) => field !== name))
    },
    from,
    setFrom,
    isDated,
    save,
    takeTheirs: () => {
      const theirs = adopt()
      if (theirs) setValues(textsIn(record, theirs))
    },
    keepMine: () => {
      const theirs = adopt()
      if (theirs) void send(theirs)
    },
  }
}

function problemsIn(record: AnyRecord, { refusals }: ApiError): readonly Problem[] {
  return refusals.map((refusal) => ({ field: fieldOf(record, refusal.field), text: chooseRefusalText(refusal) }))
}

function fieldOf(record: AnyRecord, field: string | undefined): string | null {
  return field !== undefined && (field in record.fields || field === FROM) ? field : null
}

function differences(record: AnyRecord, mine: Texts, theirs: RecordWire): readonly DifferenceText[] {
  const texts = textsOf(record)
  return Object.keys(typedFields(record)).flatMap((name) => {
    const own = mine[name] ?? ''
    if (own.trim() === String(theirs.values[name] ?? '')) return []
    const shown = valueText(record, { values: { [name]: own.trim() || null }, names: {} }, name)
    return [{ key: name, label: texts.field(name), mine: shown || '/', theirs: valueText(record, theirs, name) || '/' }]
  })
}
