import { Type } from 'typebox'
import { reading } from '#kernel/platform/db/tx.ts'
import { cellText } from '#kernel/platform/excel/cell.ts'
import { previewSheet } from '#kernel/platform/excel/read/preview-sheet.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { type FileGroup, fileNamed } from './file.routes.ts'

/** Cell texts are cut at about a cell's width. */
const CELL_CHARACTERS = 300
/** Limit for a reader that a broken file could block. */
const PER_MINUTE = 120

/** Shows the beginning of a workbook or csv file in the page, to people who may fetch it. */
export function sheetPreviewRoute(groups: readonly FileGroup[]): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/file/preview/sheet',
    right: { signedIn: 'each kind of file says whose it is; what one may not read does not exist' },
    summary: 'The first rows and columns of one sheet of a workbook or csv file',
    mode: 'action',
    audit: { none: 'shows a file that the caller may read' },
    perMinute: PER_MINUTE,
    body: Type.Object({
      key: Type.String({ maxLength: 120 }),
      sheet: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 1000, description: 'its place; without one the first' }),
      ),
    }),
    data: Type.Object({
      fileName: Type.String(),
      size: Type.Integer(),
      sheets: Type.Array(Type.String()),
      rows: Type.Array(
        Type.Object({
          row: Type.Integer({ description: 'as a spreadsheet program numbers it' }),
          cells: Type.Array(Type.String()),
          numbers: Type.Array(Type.Integer(), { description: 'places of the cells that hold a number' }),
        }),
      ),
      hasMoreRows: Type.Boolean(),
      hasMoreColumns: Type.Boolean(),
    }),
    async handler({ pool }, { principal, now }, { body }) {
      const { group, key } = fileNamed(groups, body.key)
      const file = await reading(pool, (tx) => group.find(tx, principal, key, now))
      const { sheets, rows, ...more } = await previewSheet(file, body.sheet ?? 0)
      return {
        fileName: file.fileName,
        size: file.size,
        sheets: [...sheets],
        rows: rows.map(({ row, cells }) => ({
          row,
          cells: cells.map((cell) => cellText(cell).slice(0, CELL_CHARACTERS)),
          numbers: cells.flatMap(({ kind }, at) => (kind === 'number' ? [at] : [])),
        })),
        ...more,
      }
    },
  })
}
