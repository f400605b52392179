import { Refused } from '#kernel/errors/errors.ts'
import { type Cell, type ReadLimits } from './cell.ts'
import { excelErrors } from './excel.errors.ts'
import { bomb } from './unzip.ts'

/**
 * Holds the limits of a sheet at the first row or cell beyond them, so that a large file is refused as soon as it is
 * known to be one. Rows and cells without content count for nothing: templates carry thousands of blank ones.
 */
export class RowBounds {
  readonly #limits: ReadLimits
  #rows = 0
  #charactersLeft: number

  constructor(limits: ReadLimits) {
    this.#limits = limits
    this.#charactersLeft = limits.maxUncompressedBytes
  }

  /** A filled cell and its place, from 0. */
  cell(column: number, cell: Exclude<Cell, { kind: 'empty' }>): void {
    if (column >= this.#limits.maxColumns)
      throw new Refused(excelErrors.tooManyColumns({ limit: this.#limits.maxColumns }))
    // One shared text may stand in a million cells: what counts is what the caller will hold.
    this.#charactersLeft -= cell.text.length
    if (this.#charactersLeft < 0) throw bomb()
  }

  /** A row with at least one filled cell. */
  row(): void {
    this.#rows += 1
    // The first one is the header.
    if (this.#rows > this.#limits.maxRows + 1)
      throw new Refused(excelErrors.tooManyRows({ limit: this.#limits.maxRows }))
  }
}
