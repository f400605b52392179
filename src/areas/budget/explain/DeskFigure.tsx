import type { SourceProps } from '#kernel/web/console/document/page-spec.ts'
import { subjectOfSource } from './explain-subject.web.ts'
import { ExplainedAmount } from './ExplainedAmount.tsx'

/** A decision figure on the desktop. */
export function DeskFigure({ source, ...rest }: SourceProps) {
  return <ExplainedAmount subject={subjectOfSource(source)} {...rest} />
}
