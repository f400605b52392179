import type { Language } from '#kernel/base/i18n/language.ts'

/** Texts of the template for lines of a price review. Only the server uses them. */
export const lineTemplateTexts: Readonly<
  Record<Language, { readonly title: string; readonly lines: readonly string[] }>
> = {
  en: {
    title: 'Price review lines',
    lines: [
      'One price per row on the first sheet. A column marked * must be filled in.',
      'Area, classification or customer, trade term, currency, tax and validity are chosen on the page of the review.',
      'SKU ID also takes an SPU or a material: the row then counts for each of its SKUs in life.',
      'By quantity holds the prices of larger orders, as 1-100: 199; 100-: 195.',
      'A row may have days of its own; without them it has those of the review. A SKU may stand in several rows whose days do not overlap.',
      'Prices have at most two decimals and are greater than 0. Formulas are not accepted: paste their results as values.',
      'At most 10,000 rows. After the upload each mistake is shown at its cell and can be corrected on the page.',
    ],
  },
  zh: {
    title: '价格评审明细',
    lines: [
      '在第一个工作表中每行填写一个价格，标有 * 的列必填。',
      '区域、价格分类或客户、贸易条款、币种、含税方式和有效期在评审页面选择。',
      'SKU ID 列也可填写 SPU 或物料编码，该行将用于其全部在售 SKU。',
      '阶梯价填写大数量的价格，例如 1-100: 199; 100-: 195。',
      '每行可单独填写日期，否则使用评审的有效期。同一 SKU 可填写多行，但日期不能重叠。',
      '价格必须大于 0，最多两位小数。不接受公式，请粘贴为数值。',
      '最多 10,000 行。上传后逐单元格提示错误，并可在页面上修改。',
    ],
  },
}
