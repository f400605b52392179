import { Button } from 'antd'
import { useCallback, useMemo, useRef, useState, type Dispatch } from 'react'
import { ApiError, download } from '#kernel/console/client/api.ts'
import { chooseRefusalText } from '#kernel/console/client/i18n.ts'
import { notify } from '#kernel/console/client/notices.ts'
import { Icon } from '#kernel/ui/Icon.tsx'
import { Sheet, type RowErrors } from '#kernel/console/sheet/Sheet.tsx'
import {
  openNotes,
  type CellNote,
  type SheetEvent,
  type SheetRow,
  type SheetState,
} from '#kernel/console/sheet/sheet-state.ts'
import { Strip } from '#kernel/console/Strip.tsx'
import { columnOfField, valuesOf, type ApplicationHeader } from './application-form.ts'
import { budgetApi, type CountryBudgetHeader, type Parsed } from './budget-api.ts'
import { pageLabel } from './budget-texts.ts'
import { useLineColumns } from './use-line-columns.ts'

interface ApplyLinesProps {
  readonly header: ApplicationHeader
  readonly sheet: SheetState
  readonly dispatch: Dispatch<SheetEvent>
  readonly errors: RowErrors
  readonly focus: { readonly row: number; readonly key: string } | null
  readonly availableOf: (row: number) => string | null
  readonly onParsed: () => void
}

const NO_ROW = {}

/** Lines typed, pasted, or read from a workbook: good rows are kept, bad ones stay here to be corrected. */
export function ApplyLines({ header, sheet, dispatch, errors, focus, availableOf, onParsed }: ApplyLinesProps) {
  const [parsed, setParsed] = useState<{ readonly answer: Parsed; readonly file: string } | null>(null)
  const columns = useLineColumns(header, availableOf)
  const shownErrors = useMemo(() => withNotes(errors, sheet), [errors, sheet])
  const newRow = useCallback(() => NO_ROW, [])
  return (
    <section className="form-section">
      <h2>{pageLabel('linesTitle')}</h2>
      {parsed ? <ParseResult parsed={parsed.answer} file={parsed.file} /> : null}
      <Sheet
        label={pageLabel('linesTitle')}
        columns={columns}
        state={sheet}
        dispatch={dispatch}
        errors={shownErrors}
        sum={{ key: 'amount', currency: header.currency }}
        newRow={newRow}
        focus={focus}
        tools={
          <>
            <Button
              type="text"
              icon={<Icon name="download" />}
              onClick={() => void download(budgetApi.templatePath, 'country-edit.xlsx').catch(() => undefined)}
            >
              {pageLabel('template')}
            </Button>
            <UploadButton
              header={header}
              onParsed={(answer, file) => {
                setParsed({ answer, file })
                if (answer.lines.length === 0) return
                dispatch({ type: 'replace', rows: answer.lines.map(rowOf) })
                onParsed()
              }}
            />
          </>
        }
      />
    </section>
  )
}

/** The server's refusals, and over them what the file's reader said of cells that nobody has changed since. */
function withNotes(errors: RowErrors, sheet: SheetState): RowErrors {
  const all = new Map(errors)
  sheet.rows.forEach((row, at) => {
    const notes = row.notes ? openNotes(row) : null
    if (notes) all.set(at, { ...all.get(at), ...notes })
  })
  return all
}

function rowOf({ line, errors }: Parsed['lines'][number]): Omit<SheetRow, 'id'> {
  const values = valuesOf(line)
  if (errors.length === 0) return { values }
  const notes = errors.map((error): [string, CellNote] => {
    const key = columnOfField(error.column)
    return [key, { value: values[key] ?? '', text: error.msg }]
  })
  return { values, notes: Object.fromEntries(notes) }
}

function ParseResult({ parsed, file }: { readonly parsed: Parsed; readonly file: string }) {
  const [first] = parsed.errors
  if (first) return <Strip kind="error">{pageLabel('uploadFailed', { reason: first.msg ?? '' })}</Strip>
  const isGood = parsed.badCount === 0
  return (
    <Strip kind={isGood && !parsed.warnings?.length ? 'info' : 'warning'}>
      {isGood
        ? pageLabel('parsedGood', { count: parsed.goodCount, file })
        : pageLabel('parsedBad', { good: parsed.goodCount, bad: parsed.badCount, file })}
      {parsed.warnings?.map((warning) => (
        <p key={`${warning.key} ${warning.row ?? ''}`}>{chooseRefusalText(warning)}</p>
      ))}
    </Strip>
  )
}

function UploadButton({
  header,
  onParsed,
}: {
  readonly header: ApplicationHeader
  readonly onParsed: (parsed: Parsed, file: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const upload = async (file: File): Promise<void> => {
    setReading(true)
    try {
      const wire: CountryBudgetHeader = {
        ...header,
        year: Number(header.year) || null,
        month: Number(header.month) || null,
        regionCode: header.regionCode || null,
      }
      onParsed(await budgetApi.parse(wire, file, { handles: [400] }), file.name)
    } catch (cause) {
      // Other statuses have been shown as a toast by the call itself.
      if (cause instanceof ApiError && cause.status === 400)
        notify('error', pageLabel('uploadFailed', { reason: cause.message }), cause.requestId)
    } finally {
      setReading(false)
      if (input.current) input.current.value = ''
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-label={pageLabel('upload')}
        accept=".xlsx"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void upload(file)
        }}
      />
      <Button
        icon={<Icon name="upload" />}
        loading={isReading}
        onClick={() => {
          if (header.idcCode) input.current?.click()
          else notify('warning', pageLabel('needHeader'))
        }}
      >
        {isReading ? pageLabel('parsing') : pageLabel('upload')}
      </Button>
    </>
  )
}
