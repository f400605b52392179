import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import { partsOf, rowsOf } from '#kernel/engine/definition/parts.ts'
import type { Values } from '../../sheet/sheet-columns.ts'
import { FILES, filledLines, type FormDraft, heldFields } from '../draft/draft.ts'

export interface DraftDifference {
  readonly key: string
  /** Of the header, or of a line by number. */
  readonly field: string | null
  readonly row: number | null
  /** The further table that the row is of. */
  readonly table?: string
  readonly mine: string
  readonly theirs: string
}

function namesOf({ files }: FormDraft): string {
  return files.map(({ name }) => name).join(', ')
}

/** Most differences that are listed one by one. */
const MOST = 20

/** The differences between two drafts, field by field and line by line, in the definition's order. */
export function differences(definition: AnyDefinition, mine: FormDraft, theirs: FormDraft): readonly DraftDifference[] {
  const found: DraftDifference[] = []
  const compare = (fields: Fields, row: number | null, a: Values, b: Values, table: { table?: string } = {}): void => {
    for (const name of heldFields(fields)) {
      if (found.length >= MOST || (a[name] ?? '') === (b[name] ?? '')) continue
      found.push({
        key: `${table.table ?? ''}${row ?? ''} ${name}`,
        field: name,
        row,
        ...table,
        mine: a[name] ?? '',
        theirs: b[name] ?? '',
      })
    }
  }
  compare(definition.fields, null, mine.header, theirs.header)
  const [ownFiles, otherFiles] = [namesOf(mine), namesOf(theirs)]
  if (ownFiles !== otherFiles) found.push({ key: FILES, field: FILES, row: null, mine: ownFiles, theirs: otherFiles })
  for (const part of [definition, ...partsOf(definition)]) {
    const table = part.part === undefined ? {} : { table: part.part }
    const [ours, stored] = [mine, theirs].map((draft) => filledLines(rowsOf(part, draft)))
    for (let row = 0; row < Math.max(ours!.length, stored!.length) && found.length < MOST; row += 1) {
      const [a, b] = [ours![row], stored![row]]
      if (a && b) compare(part.lines, row, a, b, table)
      else
        found.push({
          key: `${part.part ?? ''}${row}`,
          field: null,
          row,
          ...table,
          mine: a ? '+' : '',
          theirs: b ? '+' : '',
        })
    }
  }
  return found
}
