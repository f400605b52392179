import type { AnyRecord } from '#kernel/record/definition.ts'
import type { RecordTexts } from '#kernel/record/locale/record.en.ts'
import { addTexts, areaTexts, runningLanguage, type Translate } from '../client/i18n.ts'

const NAME = 'record'

/** Texts that every record has come with the first page of one. */
export async function loadRecordTexts(): Promise<void> {
  if (runningLanguage() === 'zh') addTexts(NAME, (await import('#kernel/record/locale/record.zh.ts')).zh)
  else addTexts(NAME, (await import('#kernel/record/locale/record.en.ts')).en)
}

export const kitText: Translate<RecordTexts> = areaTexts<RecordTexts>(NAME)

/** The texts of one record: no page writes a label. */
export function textsOf(record: AnyRecord) {
  const text = areaTexts<Readonly<Record<string, string>>>(record.area)
  const own = (path: string): string => text(`records.${record.name}.${path}`)
  return {
    title: () => own('title'),
    label: () => own('label'),
    field: (name: string) => own(`fields.${name}`),
    option: (name: string, value: string) => own(`options.${name}.${value}`),
    use: (name: string) => own(`uses.${name}`),
  }
}
