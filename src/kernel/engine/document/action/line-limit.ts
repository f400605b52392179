import type { RawContent } from '#kernel/engine/definition/content.ts'
import type { AnyDocument } from '../server-document.ts'

/** Most lines that a content may have: fewer where a person typed them than where a file or the product made them. */
export function lineLimitOf(
  { fields, lineLimits }: Pick<AnyDocument, 'fields' | 'lineLimits'>,
  raw: RawContent,
): number {
  const source = raw['source']
  const isMade = source !== 'typed' && typeof source === 'string' && fields['source']?.options?.includes(source)
  return isMade ? lineLimits.file : lineLimits.typed
}
