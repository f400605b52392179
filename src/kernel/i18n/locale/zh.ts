import type { KernelTexts } from './en.ts'
import { page } from './page.zh.ts'

/** Texts of the kernel in Chinese. */
export const zh: KernelTexts = {
  page,
  app: { title: '海外业务后台', shortTitle: '业务后台' },
  errors: {
    http: {
      badRequest: '请求错误',
      invalidField: '{field}：{reason}',
      unauthorized: '登录已失效，请重新登录',
      forbidden: '无权访问，请联系管理员（缺少权限：{right}）',
      notFound: '不存在，或不在您的数据范围内',
      methodNotAllowed: '当前HTTP请求方式已禁用',
      tooLarge: '上传文件过大',
      tooMany: '请求过于频繁，请稍候',
      server: '服务器错误',
      busy: '系统繁忙，请重试',
      idempotencyKeyMissing: '请求缺少 Idempotency-Key 请求头',
      idempotencyKeyReused: '该请求标识已用于其他内容',
    },
    document: {
      notFound: '单据不存在，或不在您的数据范围内',
      stale: '{by} 已于 {at} 修改。您的输入已保留，请比对后重试',
      wrongState: '状态为“{state}”时不能执行“{action}”',
      notEditable: '状态为“{state}”的单据不能编辑',
      onlyDrafter: '仅起草人可以操作',
      required: '请填写{field}',
      notAmount: '{field}：请输入有效数字',
      tooManyDecimals: '{field}：最多两位小数',
      notPositive: '{field}必须大于0',
      tooLargeNumber: '{field}数值过大',
      notWholeNumber: '{field}必须为整数',
      outOfRange: '{field}须在{min}至{max}之间',
      tooLong: '{field}不能超过{max}个字符',
      notAnOption: '{field}：不是有效选项',
      noLines: '请至少填写一行明细',
      tooManyLines: '超过{limit}行，超出限制',
    },
    approval: {
      notYourTask: '该任务不属于您',
      taskDone: '该任务已处理',
      drafterCannotApprove: '起草人不能审批',
      alreadyActed: '您已处理过该单据',
      contentChanged: '单据内容已变更，请重新阅读后再审批',
      opinionRequired: '请填写审批意见',
      reasonRequired: '请填写驳回原因',
      noApprover: '“{step}”环节没有可审批人，请联系管理员',
      notRunning: '该审批已结束',
      templateMissing: '审批模板 {template} 未配置',
    },
    ledger: {
      insufficient: '可用金额不足',
      alreadyPosted: '已记账',
      reservationResolved: '该预留已处理',
    },
  },
  approval: {
    skip: {
      condition: '本单据无需此环节',
      acted: '此人已处理过本单据',
      empty: '该角色无人，已上移',
    },
    decisions: { submit: '已提交', agree: '同意', reject: '驳回', withdraw: '撤回' },
    submitStep: '提交',
  },
}
