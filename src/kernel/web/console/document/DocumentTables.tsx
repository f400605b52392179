import type { ComponentType } from 'react'
import { partsOf } from '#kernel/engine/definition/parts.ts'
import type { DocumentDetail, LineWire } from '../client/document-api.ts'
import type { DocumentPageSpec } from './page-spec.ts'
import { TableContext } from './table-context.ts'

interface LinesProps {
  readonly spec: DocumentPageSpec
  readonly detail: DocumentDetail
  readonly decision: null
}

interface DocumentTablesProps extends Omit<LinesProps, 'decision'> {
  /** The lines of the desktop or of the phone. */
  readonly Lines: ComponentType<LinesProps>
}

/** The further tables of a document for reading, each like lines; empty ones are left out. Loaded where there are any. */
export function DocumentTables({ Lines, spec, detail }: DocumentTablesProps) {
  return partsOf(spec.definition).map((part) => {
    const lines = (detail.document[part.part] ?? []) as readonly LineWire[]
    return lines.length === 0 ? null : (
      <TableContext key={part.part} value={part.part}>
        <Lines
          spec={{ definition: part }}
          detail={{ ...detail, document: { ...detail.document, lines } }}
          decision={null}
        />
      </TableContext>
    )
  })
}
