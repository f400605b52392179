import type { SourceProps } from '#kernel/web/console/document/page-spec.ts'
import { subjectOfSource } from './explain/explain-subject.web.ts'
import { PhoneExplainedAmount } from './explain/PhoneExplainedAmount.tsx'

/** A decision figure on a phone. */
export function Source({ source, ...rest }: SourceProps) {
  return <PhoneExplainedAmount subject={subjectOfSource(source)} {...rest} />
}
