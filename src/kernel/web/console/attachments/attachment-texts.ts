import type { AttachmentView, SameFileView } from '#kernel/platform/files/attachment-wire.ts'
import type { AttachmentRule } from '#kernel/engine/definition/definition.ts'
import { ALL_KINDS, endingsOf, type FileKind, KINDS, kindByEnding } from '#kernel/platform/files/inspect/file-kind.ts'
import type { IconName } from '#kernel/web/ui/Icon.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'

export function isPicture({ type }: Pick<AttachmentView, 'type'>): boolean {
  return type.startsWith('image/')
}

export function iconOf(file: Pick<AttachmentView, 'type'>): IconName {
  return isPicture(file) ? 'image' : 'file'
}

/** The `accept` attribute of a file input. */
export function acceptOf(kinds: readonly FileKind[] = ALL_KINDS): string {
  return kinds.flatMap((kind) => [KINDS[kind].mediaType, ...KINDS[kind].endings.map((each) => `.${each}`)]).join(',')
}

/** `.png .jpg .jpeg .pdf, at most 10`. */
export function ruleText({ max, types = ALL_KINDS }: AttachmentRule): string {
  return pageText('attachments.rule', { types: endingsOf(types), max })
}

/** A refusal known without reading the content; null where the server has to look. */
export function refusalOf(file: File, { types = ALL_KINDS }: AttachmentRule): string | null {
  const kind = kindByEnding(file.name)
  if (kind === null || !types.includes(kind)) return pageText('attachments.wrongType', { types: endingsOf(types) })
  return file.size === 0 ? pageText('attachments.empty') : null
}

/** A hint that the person uploaded the same file before, which may be intended. */
export function sameText(same: SameFileView | null): string | null {
  if (!same) return null
  const params = { name: same.name, time: formatTime(same.time) }
  return same.documentNo === null
    ? pageText('attachments.same', params)
    : pageText('attachments.sameIn', { ...params, no: same.documentNo })
}
