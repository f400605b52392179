import { Button } from 'antd'
import { useCallback, useMemo, useRef, useState, type Dispatch } from 'react'
import { ApiError, download } from '#kernel/console/client/api.ts'
import { notify } from '#kernel/console/client/notices.ts'
import { Icon } from '#kernel/ui/Icon.tsx'
import { Sheet, type RowErrors } from '#kernel/console/sheet/Sheet.tsx'
import type { SheetEvent, SheetState } from '#kernel/console/sheet/sheet-state.ts'
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
  const shownErrors = useMemo(() => withParseErrors(errors, parsed?.answer ?? null, sheet), [errors, parsed, sheet])
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
            <Button type="text" icon={<Icon name="download" />} onClick={() => void download(budgetApi.templatePath, 'country-edit.xlsx').catch(() => undefined)}>
              {pageLabel('template')}
            </Button>
            <UploadButton
              header={header}
              onParsed={(answer, file) => {
                setParsed({ answer, file })
                if (answer.lines.length === 0) return
                dispatch({ type: 'replace', values: answer.lines.map(({ line }) => valuesOf(line)) })
                onParsed()
              }}
            />
          </>
        }
      />
    </section>
  )
}

/** A cell's error from the file stands until the cell is changed. */
function withParseErrors(errors: RowErrors, parsed: Parsed | null, sheet: SheetState): RowErrors {
  if (!parsed || parsed.badCount === 0) return errors
  const all = new Map(errors)
  const first = sheet.rows[0]?.id ?? 0
  parsed.lines.forEach((line, index) => {
    if (line.errors.length === 0) return
    const at = sheet.rows.findIndex((row) => row.id === first + index)
    const row = sheet.rows[at]
    if (!row) return
    const before: Readonly<Record<string, string>> = valuesOf(line.line)
    const open = line.errors.filter((error) => before[columnOfField(error.column)] === row.values[columnOfField(error.column)])
    if (open.length > 0) all.set(at, { ...all.get(at), ...Object.fromEntries(open.map((error) => [columnOfField(error.column), error.msg])) })
  })
  return all
}

function ParseResult({ parsed, file }: { readonly parsed: Parsed; readonly file: string }) {
  const [first] = parsed.errors
  if (first) return <Strip kind="error">{pageLabel('uploadFailed', { reason: first.msg ?? '' })}</Strip>
  if (parsed.badCount > 0) return <Strip kind="warning">{pageLabel('parsedBad', { good: parsed.goodCount, bad: parsed.badCount, file })}</Strip>
  return <Strip kind="info">{pageLabel('parsedGood', { count: parsed.goodCount, file })}</Strip>
}

function UploadButton({ header, onParsed }: { readonly header: ApplicationHeader; readonly onParsed: (parsed: Parsed, file: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const upload = async (file: File): Promise<void> => {
    setReading(true)
    try {
      const wire: CountryBudgetHeader = { ...header, year: Number(header.year) || null, month: Number(header.month) || null, regionCode: header.regionCode || null }
      onParsed(await budgetApi.parse(wire, file, { handles: [400] }), file.name)
    } catch (cause) {
      // Other statuses have been shown as a toast by the call itself.
      if (cause instanceof ApiError && cause.status === 400) notify('error', pageLabel('uploadFailed', { reason: cause.message }), cause.requestId)
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
