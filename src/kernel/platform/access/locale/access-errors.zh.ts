import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { accessErrors } from '../access.errors.ts'

/** Texts of account and session errors, in Chinese. */
export const accessErrorTexts = {
  ticketInvalid: '该登录链接已使用或已过期，请重新登录',
  ssoExitMissing: '请先配置SSO退出地址',
  linkNotLocal: '只能链接到本系统的页面',
  linkUsed: '该链接已被打开过或已过期',
  linkSpent: '通过链接进入只能办理一次，请登录后继续',
  linkReadOnly: '此操作需本人登录：链接只能办理一次',
  stepUp: '此操作需要重新验证身份，请再次登录后继续',
  stepUpOther: '登录的是另一个账号，请用当前账号重新验证身份',
  viewNotOf: '不能以该人员身份查看：本人、超级管理员，或数据范围超出您的人员',
  viewReason: '请填写查看原因',
  wholeOnly: '该内容属于整个公司，需要总部级别且不限客户和门店的权限',
  viewPersonal: '此为个人内容，以他人身份查看时不显示',
  viewReadOnly: '您正在以他人身份查看：不能修改，也不能导出',
  accountMissing: '查询用户需要账号',
  noSuchPerson: '查无此人，请输入正确的工号',
  noSuchDictionary: '字典不存在',
} satisfies ErrorTexts<typeof accessErrors>
