import { type Static, type TSchema, Type } from 'typebox'
import { mayThroughout, type Principal } from '#kernel/platform/access/principal.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import {
  type ExportColumn,
  type ExportRequest,
  FORMATS,
  type ListExport,
  type ListQuestion,
  type Reader,
} from '#kernel/platform/exports/list-export.ts'
import { downloadErrors } from './downloads.errors.ts'

/** Body properties besides the filters. */
const ASKED = {
  sort: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 3 })),
  columns: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      title: 'ExportColumns',
      maxItems: 200,
      description: 'Keys of the visible columns in their order; without it all',
    }),
  ),
  format: Type.Optional(
    Type.Union(
      FORMATS.map((format) => Type.Literal(format)),
      { title: 'ExportFormat' },
    ),
  ),
  offlineExport: Type.Optional(
    Type.Union([Type.Integer(), Type.String({ maxLength: 1 })], {
      title: 'OfflineExport',
      description:
        '1 (spec section 7): a task of the download centre, also where the export is small enough to answer at once',
    }),
  ),
  parts: Type.Optional(
    Type.Boolean({ description: 'of too many rows for one file: several files in one zip, all of one moment' }),
  ),
  // A list's page means nothing to an export of all of it.
  page: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer()),
}

export function exportBody(list: ListExport): TSchema {
  return Type.Object({ ...list.filters, ...ASKED }, list.isClosed ? { additionalProperties: false } : {})
}

type Asked = Static<ReturnType<typeof Type.Object<typeof ASKED>>> & Readonly<Record<string, unknown>>

/** Whether a background task is requested, however small the file. */
export function isOffline(body: Readonly<Record<string, unknown>>): boolean {
  return String((body as Asked).offlineExport ?? '') === '1'
}

export function wantsParts(body: Readonly<Record<string, unknown>>): boolean {
  return (body as Asked).parts === true
}

export function readQuestion(
  params: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
): ListQuestion {
  const given = Object.entries(body).filter(
    ([name, value]) => !(name in ASKED) && value !== undefined && value !== null && value !== '',
  )
  return { params, filters: Object.fromEntries(given), sort: (body as Asked).sort ?? [] }
}

export function readRequest(
  list: ListExport,
  reader: Reader,
  question: ListQuestion,
  body: Readonly<Record<string, unknown>>,
): ExportRequest {
  const { columns, format } = body as Asked
  return {
    ...question,
    list: list.name,
    columns: chosenColumns(visibleColumns(list, reader.principal), columns).map(({ key }) => key),
    format: format ?? 'xlsx',
    language: reader.language,
    zone: reader.principal.timezone,
  }
}

/** The columns that a person may see; another answers like an unknown one. */
export function visibleColumns(list: ListExport, principal: Principal): readonly ExportColumn[] {
  return list.columns.filter(({ right }) => right === undefined || mayThroughout(principal, right))
}

/** The selected columns in order, each with the columns it requires; all if none was selected. */
export function chosenColumns(
  columns: readonly ExportColumn[],
  keys: readonly string[] | undefined,
): readonly ExportColumn[] {
  if (!keys || keys.length === 0) return columns
  const chosen = new Map<string, ExportColumn>()
  const add = (key: string): void => {
    const column = columns.find((known) => known.key === key)
    if (!column) throw new Refused(downloadErrors.unknownColumn({ column: key }, { field: 'columns' }))
    if (chosen.has(key)) return
    chosen.set(key, column)
    if (column.beside !== undefined && !keys.includes(column.beside)) add(column.beside)
  }
  for (const key of keys) add(key)
  return [...chosen.values()]
}
