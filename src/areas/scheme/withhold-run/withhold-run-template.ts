import type { Language } from '#kernel/base/i18n/language.ts'

interface TemplateTexts {
  readonly title: string
  readonly lines: readonly string[]
}

/** Texts of the month-end run's template. Only the server uses them. */
export const withholdRunTemplate: Readonly<Record<Language, TemplateTexts>> = {
  en: {
    title: 'Month-end withhold run',
    lines: [
      'One scheme line per row on the first sheet, by its number within the scheme. A column marked * must be filled in.',
      'The area, the month and the reason are chosen on the page. Amounts are in the currency of the scheme.',
      'The rows of one scheme become one withhold: those of the month one, those that the month lacked another.',
      'An amount is at most what is left to withhold of the scheme line. The export of the proposal shows it.',
      'At most 20,000 rows. After the upload each mistake is shown at its cell and can be corrected on the page, or taken along as a file.',
    ],
  },
  zh: {
    title: '月末批量预提',
    lines: [
      '在第一个工作表中每行填写一条方案明细（按其在方案中的序号），标有 * 的列必填。',
      '区域、月份和事由在页面选择。金额为方案的币种。',
      '同一方案的行合并为一张预提单：当月预提一张，补提另一张。',
      '金额不得超过该明细的可预提金额，可导出月末预提建议查看。',
      '最多 20,000 行。上传后逐单元格提示错误，可在页面上修改，也可导出为文件修改后再上传。',
    ],
  },
}
