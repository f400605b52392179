import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.zh.ts'
import type { BudgetTexts } from './en.ts'
import { page } from './page.zh.ts'
import { pool } from '../pool/pool.zh.ts'
import { transfer } from '../transfer/transfer.zh.ts'

/** Texts of the budget area in Chinese. */
export const zh: BudgetTexts = {
  label: '预算管理',
  documents: {
    countryBudget: {
      label: '国家预算申请',
      titles: { grant: '预算下达', revoke: '预算收回', initialLoad: '预算年初下拨', supplement: '预算追加' },
      fields: {
        ...pushedHeads,
        no: '申请单号',
        applyType: '申请类型',
        level: '预算层级',
        fundedBy: '出资来源',
        year: '年份',
        month: '月份',
        period: '预算期间',
        budgetDeptCode: '预算部门',
        projectPoolCode: '项目池',
        productClass: '产品品类',
        regionCode: '地区',
        source: '来源',
        totalAmount: '申请金额',
      },
      lineFields: {
        countryCode: '国家',
        projectCode: '项目',
        fscId: '业务类型',
        subBusiCode: '业务小类',
        productLineCode: '产品线',
        amount: '申请金额',
        availableAmount: '可用金额',
        budgetCode: '预算编码',
        remark: '备注',
      },
      ...pushedLife,
      options: {
        applyType: { grant: '下达', revoke: '收回', initialLoad: '年初下拨', supplement: '追加' },
        level: { country: '国家', project: '项目' },
        fundedBy: { pool: '项目池', project: '项目预算' },
        productClass: { phone: '手机', iot: 'IoT' },
        source: { typed: '手工录入', file: '文件导入' },
      },
    },
    budgetTransfer: transfer,
    poolBudget: pool,
  },
  menu: {
    repair: '占用修复',
    group: '预算管理',
    countryList: '国家预算',
    countryApply: '国家预算申请',
    countryApproval: '国家预算审批',
    projectList: '项目预算',
    transferList: '预算调拨',
    transferApply: '预算调拨申请',
    yearPlan: '年度计划导入',
    poolList: '预算池',
    poolApply: '预算池申请',
  },
  page,
}
