import { Refused } from '#kernel/base/errors/errors.ts'
import { type Cell, type ReadLimits } from '../cell.ts'
import { excelErrors } from '../excel.errors.ts'
import { bomb } from './unzip.ts'

/** Total characters of all cells with shared texts, beyond the first 128 of each cell: names and codes stay far below. */
const SHARED_CHARACTERS = 8_000_000
const SHARED_OF_CELL = 128
/** Lines of a text file, blank ones included, since each takes time: as many as the largest sheet has rows. */
const MOST_LINES = 1_048_576

/**
 * Enforces the limits of a sheet at the first row or cell beyond them, so that a large file is refused early. Rows and
 * cells without content do not count: templates carry thousands of blank ones.
 */
export class RowBounds {
  readonly #limits: ReadLimits
  #rows = 0
  #lines = 0
  #charactersLeft: number
  #sharedLeft = SHARED_CHARACTERS

  constructor(limits: ReadLimits) {
    this.#limits = limits
    this.#charactersLeft = limits.maxUncompressedBytes
  }

  /** A filled cell and its zero-based column. `isShared`: the file stores its text once for all cells that show it. */
  cell(column: number, cell: Exclude<Cell, { kind: 'empty' }>, isShared = false): void {
    if (column >= this.#limits.maxColumns)
      throw new Refused(excelErrors.tooManyColumns({ limit: this.#limits.maxColumns }))
    // One shared text may stand in a million cells: the size that counts is what the caller will hold.
    this.#charactersLeft -= cell.text.length
    if (isShared) this.#sharedLeft -= cell.text.length - SHARED_OF_CELL
    if (this.#charactersLeft < 0 || this.#sharedLeft < 0) throw bomb()
  }

  /** A line of a text file, filled or blank. */
  line(): void {
    this.#lines += 1
    if (this.#lines > Math.max(MOST_LINES, this.#limits.maxRows + 1))
      throw new Refused(excelErrors.tooManyRows({ limit: this.#limits.maxRows }))
  }

  /** A row with at least one filled cell. */
  row(): void {
    this.#rows += 1
    // The first row is the header.
    if (this.#rows > this.#limits.maxRows + 1)
      throw new Refused(excelErrors.tooManyRows({ limit: this.#limits.maxRows }))
  }
}
