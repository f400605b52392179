import type { SourceProps } from '#kernel/web/console/document/page-spec.ts'
import { subjectOfSource } from './explain/explain-subject.web.ts'
import { ExplainedAmount } from './explain/ExplainedAmount.tsx'

/** A decision figure on the desktop. */
export function Source({ source, ...rest }: SourceProps) {
  return <ExplainedAmount subject={subjectOfSource(source)} {...rest} />
}
