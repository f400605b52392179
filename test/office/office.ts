import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'

const run = promisify(execFile)
const program = process.env.SOFFICE_PATH ?? '/usr/bin/soffice'

/** Comma, quotes, UTF-8, the first sheet, cells as they are shown. */
const SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true'
const UTF8 = 'CSV:44,34,76,1'
/** Every column as text, as a careful person opens a csv file: codes keep their zeros. */
const textColumns = (columns: number) =>
  `${UTF8},${Array.from({ length: columns }, (_, column) => `${column + 1}/2`).join('/')}`

/** LibreOffice without a window, with a profile of its own. */
export class Office {
  readonly #profile = mkdtempSync(join(tmpdir(), 'office-'))

  constructor() {
    if (!existsSync(program)) throw new Error(`no LibreOffice at ${program}: npm run office installs it`)
  }

  /** The content of a workbook's first sheet, or of a csv file, with so many columns of text: rows of texts. */
  async shown(file: string, columns?: number): Promise<string[][]> {
    const folder = mkdtempSync(join(tmpdir(), 'shown-'))
    try {
      await this.#convert(file, SHOWN, folder, columns)
      const [converted] = readdirSync(folder)
      if (converted === undefined) throw new Error(`${file} was not converted`)
      return parse(readFileSync(join(folder, converted)), { bom: true, relax_column_count: true })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** The file as another kind (`pdf`, `xlsx`) in a folder, and its path there. */
  async converted(file: string, kind: string, folder: string): Promise<string> {
    await this.#convert(file, kind, folder)
    return join(folder, `${basename(file, extname(file))}.${kind}`)
  }

  async #convert(file: string, to: string, folder: string, columns?: number): Promise<void> {
    const filter = columns === undefined ? UTF8 : textColumns(columns)
    const from = file.endsWith('.csv') ? [`--infilter=${filter}`] : []
    const profile = `-env:UserInstallation=${pathToFileURL(this.#profile).href}`
    await run(program, [profile, '--headless', ...from, '--convert-to', to, '--outdir', folder, file], {
      timeout: 120_000,
    })
  }

  close(): void {
    rmSync(this.#profile, { recursive: true, force: true })
  }
}
