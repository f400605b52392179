import type { SourceProps } from '#kernel/console/document/page-spec.ts'
import { subjectOfSource } from './explain-subject.ts'
import { PhoneExplainedAmount } from './PhoneExplainedAmount.tsx'

/** A figure to decide on, on a phone. */
export function PhoneFigure({ source, ...rest }: SourceProps) {
  return <PhoneExplainedAmount subject={subjectOfSource(source)} {...rest} />
}
