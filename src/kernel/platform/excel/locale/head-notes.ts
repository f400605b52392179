import type { Language } from '#kernel/base/i18n/language.ts'
import type { ExcelColumn } from '../columns.ts'

interface HeadNotes {
  readonly required: string
  readonly requiredIfNew: string
  readonly optional: string
  readonly kinds: Readonly<Record<ExcelColumn['kind'], string>>
  readonly list: string
  readonly choices: string
  readonly named: string
  readonly positive: string
  readonly whole: (min: number, max: number) => string
  readonly maxLength: (max: number) => string
}

/** Notes on the column titles of a template. */
export const headNotes: Readonly<Record<Language, HeadNotes>> = {
  en: {
    required: 'Must be filled in.',
    requiredIfNew: 'Must be filled in for a new record; empty leaves an existing value as it is.',
    optional: 'May stay empty.',
    kinds: {
      text: 'Text.',
      code: 'A code, as text: leading zeros count.',
      amount: 'An amount with at most two decimals. No formula.',
      integer: 'A whole number. No formula.',
      day: 'A date, year first: 2026-01-31.',
    },
    list: 'Several are separated by spaces.',
    choices: 'Choose from the list, or enter the code alone.',
    named: 'The name may stand in place of the code.',
    positive: 'Greater than 0.',
    whole: (min, max) => `From ${min} to ${max}.`,
    maxLength: (max) => `At most ${max} characters.`,
  },
  zh: {
    required: '必填。',
    requiredIfNew: '新增记录必填；已有记录留空则不修改。',
    optional: '可不填。',
    kinds: {
      text: '文本。',
      code: '编码，按文本填写，前导零有效。',
      amount: '金额，最多两位小数，不接受公式。',
      integer: '整数，不接受公式。',
      day: '日期，年份在前：2026-01-31。',
    },
    list: '多个之间用空格分隔。',
    choices: '从列表选择，或只填写编码。',
    named: '也可填写名称代替编码。',
    positive: '必须大于 0。',
    whole: (min, max) => `从 ${min} 到 ${max}。`,
    maxLength: (max) => `最多 ${max} 个字符。`,
  },
}
