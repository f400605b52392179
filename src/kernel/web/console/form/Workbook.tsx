import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { ApiError, post, type WireRefusal } from '../client/api.ts'
import { chooseRefusalText, pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { importApi } from '../imports/import-api.ts'
import { ImportButton } from '../imports/ImportButton.tsx'
import type { CellNote, GridSheetRow } from '../sheet/sheet-state.ts'
import { Banner } from '../Banner.tsx'
import { filledLines, type FormDraft, headerOf, heldName, textsOf } from './draft/draft.ts'
import type { FormSpec } from './form-spec.ts'

/** A parsed workbook: valid and invalid rows, with the errors of each cell. */
interface ParsedLines {
  readonly lines: readonly {
    readonly row: number
    readonly line: Readonly<Record<string, unknown>>
    readonly errors: readonly { readonly column: string; readonly msg: string }[]
  }[]
  readonly goodCount: number
  readonly badCount: number
  readonly errors: readonly WireRefusal[]
  readonly warnings?: readonly WireRefusal[]
}

export interface ReadWorkbook {
  readonly parsed: ParsedLines
  readonly file: string
}

interface WorkbookToolsProps {
  readonly spec: FormSpec
  readonly draft: FormDraft
  readonly onRead: (read: ReadWorkbook) => void
  readonly onHandedOver: () => Promise<void>
}

/** Template and upload: lines from a workbook, to be reviewed like typed ones; or a draft of their own, through an import. */
export function WorkbookTools({ spec, draft, onRead, onHandedOver }: WorkbookToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const { workbook, definition } = spec
  if (!workbook) return null
  const path = workbook.parse(draft.header)
  const upload = async (file: File): Promise<void> => {
    if (path === null) return
    setReading(true)
    try {
      const form = new FormData()
      // Fields before the file: the server reads a multipart body in order.
      form.append('header', JSON.stringify(headerOf(definition, draft)))
      form.append('file', file)
      onRead({ parsed: await post<ParsedLines>(path, form, { handles: [400] }), file: file.name })
    } catch (cause) {
      // The call itself has shown other statuses as a toast.
      if (cause instanceof ApiError && cause.status === 400)
        notify('error', pageText('form.uploadFailed', { reason: cause.message }), cause.requestId)
    } finally {
      setReading(false)
      if (input.current) input.current.value = ''
    }
  }
  return (
    <>
      <Button
        type="text"
        icon={<Icon name="download" />}
        onClick={() => {
          // With the columns of this sheet, in its order.
          const params = path === null ? undefined : headerOf(definition, draft)
          void importApi.template(workbook.kind, params).catch(() => undefined)
        }}
      >
        {pageText('form.template')}
      </Button>
      <input
        ref={input}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-label={pageText('form.upload')}
        accept=".xlsx,.csv"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void upload(file)
        }}
      />
      <Button
        icon={<Icon name="upload" />}
        title={pageText('form.uploadHint')}
        loading={isReading}
        onClick={() => {
          if (path === null) notify('warning', pageText('form.needHeader'))
          else input.current?.click()
        }}
      >
        {isReading ? pageText('form.parsing') : pageText('form.upload')}
      </Button>
      {isOnlyHeader(draft) ? (
        <ImportButton
          kind={workbook.kind}
          params={headerOf(definition, draft)}
          label={pageText('form.importDraft')}
          hint={pageText('form.importDraftHint')}
          onUploaded={onHandedOver}
          disabledReason={path === null ? pageText('form.needHeader') : undefined}
        />
      ) : null}
    </>
  )
}

/** Imported lines become a new draft. A form that holds more than a header would remain as a second draft beside it. */
function isOnlyHeader({ isUnasked, lines, tables = {}, files }: FormDraft): boolean {
  return (
    isUnasked && files.length === 0 && [lines, ...Object.values(tables)].every((each) => filledLines(each).length === 0)
  )
}

/** The result of a file. Valid rows are added, invalid ones stay in the sheet to be corrected. */
export function WorkbookResult({ read: { parsed, file } }: { readonly read: ReadWorkbook }) {
  const [first] = parsed.errors
  if (first) return <Banner kind="error">{pageText('form.uploadFailed', { reason: first.msg ?? '' })}</Banner>
  const isGood = parsed.badCount === 0
  return (
    <Banner kind={isGood && !parsed.warnings?.length ? 'info' : 'warning'}>
      {isGood
        ? pageText('form.parsedGood', { count: parsed.goodCount, file })
        : pageText('form.parsedBad', { good: parsed.goodCount, bad: parsed.badCount, file })}
      {parsed.warnings?.map((warning) => (
        <p key={`${warning.key} ${warning.row ?? ''}`}>{chooseRefusalText(warning)}</p>
      ))}
    </Banner>
  )
}

/** The file's lines in sheet form, with errors by cell. */
export function rowsOf(definition: AnyDefinition, parsed: ParsedLines): readonly Omit<GridSheetRow, 'id'>[] {
  return parsed.lines.map(({ line, errors }) => {
    const values = textsOf(definition.lines, line)
    if (errors.length === 0) return { values }
    const notes = errors.map((error): [string, CellNote] => {
      const key = heldName(definition.lines, error.column)
      return [key, { value: values[key] ?? '', text: error.msg }]
    })
    return { values, notes: Object.fromEntries(notes) }
  })
}
