import type { RawContent } from '#kernel/engine/definition/content.ts'
import type { AnyDocument } from '../server-document.ts'

/** Most lines of a content: fewer when typed than from a file or the product. */
export function lineLimitOf(
  { fields, lineLimits }: Pick<AnyDocument, 'fields' | 'lineLimits'>,
  raw: RawContent,
): number {
  const source = raw['source']
  const isMade = source !== 'typed' && typeof source === 'string' && fields['source']?.options?.includes(source)
  return isMade ? lineLimits.file : lineLimits.typed
}
