import type { Language } from '#kernel/base/i18n/language.ts'

interface ImportTemplateTexts {
  readonly title: string
  readonly lines: readonly string[]
}

/** Texts of the import template of country budget lines. Only the server uses them. */
export const importTemplateTexts: Readonly<Record<Language, ImportTemplateTexts>> = {
  en: {
    title: 'Country budget lines',
    lines: [
      'One budget line per row on the first sheet. A column marked * must be filled in.',
      'Area, year, month, department, project pool, product category and currency are chosen on the application page.',
      'Choose codes from the list, or type or paste the code alone.',
      'Amounts have at most two decimals and are greater than 0. Formulas are not accepted: paste their results as values.',
      'The columns are those of the application. A revoke names each budget by its code; a grant has no such column, because country, project, business type and product line say which budget it is.',
      'At most 10,000 rows. After the upload each mistake is shown at its cell and can be corrected on the page.',
    ],
  },
  zh: {
    title: '国家预算明细',
    lines: [
      '在第一个工作表中每行填写一条预算明细，标有 * 的列必填。',
      '区域、年份、月份、部门、项目池、产品品类和币种在申请页面选择。',
      '编码可从下拉列表选择，也可只填写或粘贴编码。',
      '金额必须大于 0，最多两位小数。不接受公式，请粘贴为数值。',
      '列与申请页面的明细一致。收回时以预算编码指明预算；下达时没有该列，由国家、项目、业务类型和产品线确定预算。',
      '最多 10,000 行。上传后逐单元格提示错误，并可在页面上修改。',
    ],
  },
}

/** The same for budget transfers. */
export const transferTemplateTexts: Readonly<Record<Language, ImportTemplateTexts>> = {
  en: {
    title: 'Budget transfer lines',
    lines: [
      'One line per row on the first sheet: from a budget to a country, project, business type and product line. A column marked * must be filled in.',
      'Areas, year, month, department, project pool, product category and currency are chosen on the transfer page.',
      'Choose codes from the list, or type or paste the code alone. A budget that does not exist yet is made when the transfer is approved.',
      'Amounts have at most two decimals and are greater than 0. Formulas are not accepted: paste their results as values.',
      'At most 10,000 rows. After the upload each mistake is shown at its cell and can be corrected on the page.',
    ],
  },
  zh: {
    title: '预算调拨明细',
    lines: [
      '在第一个工作表中每行填写一条：从一个预算调入某国家、项目、业务类型和产品线。标有 * 的列必填。',
      '区域、年份、月份、部门、项目池、产品品类和币种在调拨页面选择。',
      '编码可从下拉列表选择，也可只填写或粘贴编码。尚不存在的预算在调拨审批通过时建立。',
      '金额必须大于 0，最多两位小数。不接受公式，请粘贴为数值。',
      '最多 10,000 行。上传后逐单元格提示错误，并可在页面上修改。',
    ],
  },
}
