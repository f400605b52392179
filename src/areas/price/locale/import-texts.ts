import type { Language } from '#kernel/base/i18n/language.ts'

interface ImportTexts {
  readonly prices: { readonly title: string; readonly takenBack: string; readonly lines: readonly string[] }
  readonly costs: { readonly title: string; readonly lines: readonly string[] }
  readonly columns: { readonly area: string; readonly currency: string; readonly cost: string; readonly floor: string }
}

/** Texts of the imports of prices and of costs, and of their templates. Only the server uses them. */
export const importTexts: Readonly<Record<Language, ImportTexts>> = {
  en: {
    prices: {
      title: 'List prices',
      takenBack: 'The import was taken back',
      lines: [
        'One price per row on the first sheet. A column marked * must be filled in.',
        'Fill in either a price classification or a customer, never both.',
        'A price without a last day holds until the next one of the same key in the file begins, and ends what stands after it.',
        'A price with a last day holds for its days; afterwards the price from before comes back.',
        'Prices have at most two decimals and are greater than 0. Tax rate is needed where the price contains tax.',
        'A price that a document in approval asks for is refused with the number of that document.',
        'Formulas are not accepted: paste their results as values.',
      ],
    },
    costs: {
      title: 'Costs and floors',
      lines: [
        'One cost per row on the first sheet. A column marked * must be filled in.',
        'A cost holds from its first day until the next one of the same area, SKU and currency begins; what stands after its first day is ended.',
        'The floor is the least margin in percent that headquarters need not decide on.',
        'Formulas are not accepted: paste their results as values.',
      ],
    },
    columns: { area: 'Area', currency: 'Currency', cost: 'Unit cost', floor: 'Least margin (%)' },
  },
  zh: {
    prices: {
      title: '价目表价格',
      takenBack: '撤销导入',
      lines: [
        '在第一个工作表中每行填写一个价格，标有 * 的列必填。',
        '价格分类与客户二选一，不能同时填写。',
        '未填失效日期的价格，在文件中同一价格的下一条生效前有效，并终止其后的全部价格。',
        '填写失效日期的价格只在该期间有效，到期恢复原价。',
        '价格必须大于 0，最多两位小数。含税价格必须填写税率。',
        '正在审批的价格不能导入，系统会提示该单据编号。',
        '不接受公式，请粘贴为数值。',
      ],
    },
    costs: {
      title: '成本与毛利底线',
      lines: [
        '在第一个工作表中每行填写一个成本，标有 * 的列必填。',
        '成本自生效日起有效，直到同一区域、SKU 和币种的下一条生效；生效日之后的原有成本将被终止。',
        '毛利底线是无需总部审批的最低毛利率（%）。',
        '不接受公式，请粘贴为数值。',
      ],
    },
    columns: { area: '区域', currency: '币种', cost: '单位成本', floor: '毛利底线（%）' },
  },
}
