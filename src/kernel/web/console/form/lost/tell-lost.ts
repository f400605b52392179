import { documentTexts } from '../../client/document-texts.ts'
import { loadPartTexts, pageText, runningLanguage } from '../../client/i18n.ts'
import { notify } from '../../client/live/notices.ts'
import type { SheetEvent } from '../../sheet/sheet-state.ts'
import type { FormDraft } from '../draft/draft.ts'
import type { DocumentDraft } from '../draft/use-document-draft.ts'
import type { FormSpec } from '../form-spec.ts'
import type { LostTexts } from './lost.en.ts'
import { lostInLines } from './lost-in-lines.ts'

const text = await loadPartTexts<LostTexts>('lostValues', {
  en: () => import('./lost.en.ts'),
  zh: () => import('./lost.zh.ts'),
})

type Content = Pick<FormDraft, 'header' | 'lines'>

/** Says which values of lines a choice in the head removed, and offers to take the choice back. Loaded when that happens, which is rare. */
export function tellLost(
  { definition }: FormSpec,
  name: string,
  before: Content,
  after: Content,
  setDraft: DocumentDraft['setDraft'],
  dispatch: (event: SheetEvent) => void,
): void {
  const cells = lostInLines(before.lines, after.lines)
  const old = Object.fromEntries(
    Object.keys(after.header).flatMap((each) => {
      const was = before.header[each] ?? ''
      return was === after.header[each] ? [] : [[each, was]]
    }),
  )
  const undo = (): void => {
    setDraft((now) => ({ ...now, header: { ...now.header, ...old } }))
    dispatch({ type: 'paste', row: 0, cells })
  }
  const texts = documentTexts(definition)
  const fields = [...new Set(cells.flatMap((lost) => Object.keys(lost)))].map((column) => texts.lineField(column))
  const said = text('lost', {
    count: cells.filter((lost) => Object.keys(lost).length > 0).length,
    fields: fields.join(runningLanguage() === 'zh' ? '、' : ', '),
    by: texts.field(name),
  })
  notify('warning', said, '', { action: { text: pageText('sheet.undo'), act: undo } })
}
