import { readFile } from 'node:fs/promises'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { COUNTRY, fscOf, type Line } from './application.ts'
import type { Person } from './person.ts'

/** The template as a person gets it: by the button of the page. */
export async function downloadTemplate({ page, texts }: Person): Promise<Uint8Array> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: texts.page.form.template }).click(),
  ])
  return await readFile(await download.path())
}

/** Columns of a grant's template: country, project, business type, sub business, product line, amount, remark. */
function rowOf(line: Line): (string | number | null)[] {
  const number = Number(line.amount)
  const amount = Number.isNaN(number) ? line.amount : number
  return [COUNTRY, line.project, fscOf(line), line.businessType, line.productLine, amount, line.remark ?? null]
}

/** Below the head and the example. */
const FIRST = 2

export async function fillTemplate(template: Uint8Array, lines: readonly Line[]): Promise<Uint8Array> {
  const workbook = await openXlsx(template)
  const [sheet] = workbook.sheets
  if (!sheet) throw new Error('the template has no sheet')
  // The example row stays where it is, as most people leave it.
  lines.forEach((line, index) => {
    sheet.rows[FIRST + index] = rowOf(line)
  })
  return await saveXlsx(workbook)
}

/** The lines below the template's head, as a file of separated values. */
export async function asCsv(template: Uint8Array, lines: readonly Line[]): Promise<string> {
  const { sheets } = await openXlsx(template)
  return [sheets[0]?.rows[0] ?? [], ...lines.map(rowOf)].map((row) => row.join(',')).join('\n')
}

/** The same lines, with the amounts of some rows as formulas. */
export async function withFormula(template: Uint8Array, lines: readonly Line[], row: number): Promise<Uint8Array> {
  const workbook = await openXlsx(await fillTemplate(template, lines))
  const [sheet] = workbook.sheets
  if (!sheet) throw new Error('the template has no sheet')
  sheet.cells ??= new Map()
  sheet.cells.set(`${FIRST + row},5`, { value: Number(lines[row]?.amount), type: 'formula', formula: '1000*5' })
  return await saveXlsx(workbook)
}
