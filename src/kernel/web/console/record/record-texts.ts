import { setCodes } from '#kernel/base/i18n/choice-codes.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { RecordTexts } from '#kernel/engine/record/locale/record.en.ts'
import { type RecordState, stateWord } from '#kernel/engine/record/states.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { addTexts, areaTexts, runningLanguage, type Translate, writtenCodes } from '../client/i18n.ts'

const NAME = 'record'
const ownName = (area: string): string => `${area}-records`
const ownTexts = import.meta.glob<{ readonly records: object }>('/src/areas/*/records/records.{en,zh}.ts')

async function loadKit(): Promise<void> {
  if (runningLanguage() === 'zh') addTexts(NAME, (await import('#kernel/engine/record/locale/record.zh.ts')).zh)
  else addTexts(NAME, (await import('#kernel/engine/record/locale/record.en.ts')).en)
}

/** Texts common to all records, and those of an area's records, are loaded with the first page of one. */
export async function loadRecordTexts(area: string): Promise<void> {
  const load = ownTexts[`/src/areas/${area}/records/records.${runningLanguage()}.ts`]
  if (!load) throw new Error(`no texts for the records of ${area}`)
  const [own] = await Promise.all([load(), loadKit()])
  addTexts(ownName(area), own.records)
  if (writtenCodes) setCodes(writtenCodes)
}

export const kitText: Translate<RecordTexts> = areaTexts<RecordTexts>(NAME)

/** The texts of one record, so that no page contains labels. */
export function textsOf(record: AnyRecord) {
  const text = areaTexts<Readonly<Record<string, string>>>(ownName(record.area))
  const own = (path: string): string => text(`${record.name}.${path}`)
  return {
    title: () => own('title'),
    label: () => own('label'),
    field: (name: string) => own(`fields.${name}`),
    option: (name: string, value: string) => own(`options.${name}.${value}`),
    state: (state: RecordState, values?: Readonly<Record<string, unknown>>) => {
      const word = stateWord(record, state, values && { values, today: homeDay() })
      return word === null ? kitText(`states.${state}`) : own(word)
    },
    view: (name: string) => own(`views.${name}`),
  }
}
