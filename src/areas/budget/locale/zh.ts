import type { BudgetTexts } from './en.ts'
import { page } from './page.zh.ts'

/** Texts of the budget area in Chinese. */
export const zh: BudgetTexts = {
  label: '预算管理',
  errors: {
    exceedsPool: '申请金额不能超过项目池可用金额（{available} {currency}）',
    exceedsLine: '申请金额 {amount} 不能超过预算可用金额 {available} {currency}',
    poolNotFunded: '项目池没有 {year} 年 {currency} 预算',
    duplicateLine: '该预算已在第 {first} 行；不能添加自身',
    mixedBudgets: '所选预算的项目池、部门、年份、月份必须一致：{budgetCode} 的{field}不同',
    mixedProductClass: '所选预算必须同为手机或同为IoT：{productLine} 属于另一类别',
    poolNotOfArea: '项目池 {pool} 不属于该区域',
    departmentNotOfArea: '预算部门 {department} 不属于该区域',
    regionNotOfArea: '地区 {region} 不属于该区域',
    countryNotOfArea: '国家 {country} 不属于该区域',
    currencyNotOfArea: '该区域预算币种为 {expected}，不是 {currency}',
    areaMismatch: '该区域不属于此数据中心',
    projectUnknown: '该国家没有项目 {project}，或该项目不由此项目池出资',
    businessTypeUnknown: '业务类型 {businessType} 不存在',
    productLineUnknown: '产品线 {productLine} 不存在',
    budgetUnknown: '该区域没有预算 {budgetCode}',
    budgetRequired: '请选择要收回的预算',
    budgetDiffers: '预算 {budgetCode} 的国家、项目、业务类型或产品线与本行不一致',
  },
  documents: {
    countryBudget: {
      label: '国家预算申请',
      fields: {
        no: '申请单号', applyType: '申请类型', idcCode: '数据中心', areaId: '区域', year: '年份', month: '月份',
        budgetDeptCode: '预算部门', projectPoolCode: '项目池', productClass: '产品品类', currency: '币种',
        regionCode: '地区', reason: '申请事由', source: '来源', totalAmount: '申请金额', state: '状态', drafter: '起草人',
        currentHolder: '当前处理人', waitingSince: '等待时间', createdAt: '创建时间', updatedAt: '更新时间', submittedAt: '提交时间', lines: '明细',
      },
      lineFields: {
        countryCode: '国家', projectCode: '项目', fscId: '业务类型', subBusiCode: '业务小类', productLineCode: '产品线',
        amount: '申请金额', availableAmount: '可用金额', budgetCode: '预算编码', remark: '备注',
      },
      states: { draft: '草稿', underApproval: '审批中', approved: '已通过', rejected: '已驳回', cancelled: '已取消' },
      actions: { save: '保存', submit: '提交', approve: '同意', reject: '驳回', withdraw: '撤回' },
      options: { applyType: { grant: '下达', revoke: '收回' }, productClass: { phone: '手机', iot: 'IoT' }, source: { typed: '手工录入', file: '文件导入' } },
    },
  },
  menu: { group: '预算管理', countryList: '国家预算', countryApply: '国家预算申请', countryApproval: '国家预算审批' },
  rights: { countryView: '查看国家预算', countrySubmit: '申请国家预算', countryApprove: '审批国家预算' },
  page,
}
