import type { Language } from '#kernel/base/i18n/language.ts'

interface YearPlanTexts {
  readonly title: string
  readonly lines: readonly string[]
}

/** Texts of the template of a year's plan. Only the server uses them. */
export const yearPlanTexts: Readonly<Record<Language, YearPlanTexts>> = {
  en: {
    title: 'Annual budget plan',
    lines: [
      'One budget of one month per row on the first sheet. A column marked * must be filled in.',
      'The area, the year and the reason are chosen on the page. All amounts are in the currency of the area.',
      'The rows of one month, project pool, department and product category become one application, wherever in the file they stand.',
      'Choose codes from the list, or type or paste the code alone.',
      'Amounts have at most two decimals and are greater than 0. Formulas are not accepted: paste their results as values.',
      'At most 10,000 rows. After the upload each mistake is shown at its cell and can be corrected on the page, or taken along as a file.',
    ],
  },
  zh: {
    title: '年度预算计划',
    lines: [
      '在第一个工作表中每行填写一个月份的一条预算，标有 * 的列必填。',
      '区域、年份和申请事由在页面选择。金额均为该区域的币种。',
      '月份、项目池、部门和产品品类相同的行合并为一张申请单，与行的先后无关。',
      '编码可从下拉列表选择，也可只填写或粘贴编码。',
      '金额必须大于 0，最多两位小数。不接受公式，请粘贴为数值。',
      '最多 10,000 行。上传后逐单元格提示错误，可在页面上修改，也可导出为文件修改后再上传。',
    ],
  },
}
