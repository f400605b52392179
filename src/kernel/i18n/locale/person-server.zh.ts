import type { accessErrors } from '#kernel/access/access.errors.ts'
import type { inboxErrors } from '#kernel/approval/inbox.errors.ts'
import type { downloadErrors } from '#kernel/downloads/downloads.errors.ts'
import type { ledgerErrors } from '#kernel/errors/kernel-errors.ts'
import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { notifyErrors } from '#kernel/notify/notify.errors.ts'
import type { printErrors } from '#kernel/print/print.errors.ts'
import type { requestErrors } from '#kernel/http/request.errors.ts'
import type { preferenceErrors } from '#kernel/preference/preference.errors.ts'

/** Why an account or a session may not, in Chinese. */
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
  noSuchPerson: '查无此人，请输入正确的工号',
  noSuchDictionary: '字典不存在',
} satisfies ErrorTexts<typeof accessErrors>

/** Why a file cannot be had, in Chinese. */
export const downloadErrorTexts = {
  tooManyRows: '总数达到或超过{limit}行：请缩小筛选范围，分批导出',
  unknownColumn: '列表中没有列“{column}”',
  tooManyRunning: '您已有{limit}个下载任务在进行，请等待完成或取消其中一个',
  tooOld: '下载中心仅保留近{days}天的记录',
  notRunning: '该任务已不在进行中',
  notFailed: '该任务未失败，或相同的导出正在进行',
  cancelled: '已取消',
  expired: '文件保留{days}天后已清除，请重新导出',
  tooLarge: '文件过大，请缩小筛选范围，分批导出',
  personGone: '账号已停用',
  scopeShrunk: '文件生成后您的数据范围已变更，请重新导出',
  noParts: '该列表不能分批导出，请缩小筛选范围',
  rightsChanged: '文件生成期间您的权限已变更，请重新导出',
  tookTooLong: '文件未能在{minutes}分钟内生成，请缩小筛选范围，分批导出',
  gaveUp: '尝试{attempts}次后仍未能生成文件，请稍后重试',
} satisfies ErrorTexts<typeof downloadErrors>

/** Why a view or a setting of one's own is not kept, in Chinese. */
export const preferenceErrorTexts = {
  viewNotFound: '该视图不存在或已不再共享',
  viewStale: '该视图已在其他窗口修改，请重新加载后再修改',
  viewNotYours: '只有视图的所有者才能修改，请另存为自己的视图',
  viewNameTaken: '您已有名为“{name}”的视图',
  viewNameMissing: '请输入名称',
  tooManyViews: '每个列表最多保存 {limit} 个视图，请删除不再需要的视图',
  tooManyPreferences: '最多保存 {limit} 项设置',
  tooLarge: '设置超过 {limit} 字节',
} satisfies ErrorTexts<typeof preferenceErrors>

/** Why a message is not sent, in Chinese. */
export const notifyErrorTexts = {
  channelOff: '此渠道尚未配置，请联系管理员',
  noAddress: '您的账号没有邮箱地址，请联系管理员',
  testRuns: '已有一条测试消息正在发送',
} satisfies ErrorTexts<typeof notifyErrors>

/** Why tasks cannot be decided together, in Chinese. */
export const inboxErrorTexts = {
  currencyMissing: '请选择金额的币种',
  tooMany: '超过{limit}条，超出限制',
  none: '请至少选择一个任务',
  short: '{account}：计入前面的任务后，还差 {missing} {currency}',
} satisfies ErrorTexts<typeof inboxErrors>

/** Why a request is not taken, in Chinese. */
export const requestErrorTexts = {
  brokenForm: '上传内容无法读取：文件外层的表单不完整',
  noSuchPage: '页码须为 1 至 {most} 的整数',
} satisfies ErrorTexts<typeof requestErrors>

/** Why a document is not printed, in Chinese. */
export const printErrorTexts = { tooLarge: '单据过大，无法一次打印，请导出明细' } satisfies ErrorTexts<
  typeof printErrors
>

/** Why nothing is posted, in Chinese. */
export const ledgerErrorTexts = {
  insufficient: '可用金额不足',
  alreadyPosted: '已记账',
  reservationResolved: '该预留已处理',
} satisfies ErrorTexts<typeof ledgerErrors>
