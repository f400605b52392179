import type { RawContent } from '#kernel/engine/definition/content.ts'
import type { LineLimits } from '#kernel/engine/definition/definition.ts'
import type { TablePart } from '#kernel/engine/definition/parts.ts'
import type { AnyDocument } from '../server-document.ts'

/** Most lines of a content, and most rows of its further tables: fewer when typed than from a file or the product. */
export function limitsOf({ fields, lineLimits }: Pick<AnyDocument, 'fields' | 'lineLimits'>, raw: RawContent) {
  const source = raw['source']
  const isMade = source !== 'typed' && typeof source === 'string' && fields['source']?.options?.includes(source)
  const most = ({ file, typed }: LineLimits) => (isMade ? file : typed)
  return { lineLimit: most(lineLimits), tableLimit: (part: TablePart) => most(part.lineLimits) }
}
