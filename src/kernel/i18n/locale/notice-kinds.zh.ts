import type { NoticeKindTexts } from './notice-kinds.en.ts'

/** What a person is told of, in Chinese. */
export const noticeKinds: NoticeKindTexts = {
  task: '新的待办',
  handedOver: '转交给我',
  urged: '催办',
  reminded: '即将超时',
  escalated: '已超时',
  answered: '征询回复',
  approved: '审批通过',
  rejected: '驳回',
  returned: '退回',
  terminated: '终止',
  commented: '评论',
  failToOccupy: '占用失败',
  failToRelease: '释放失败',
  checkDifference: '账本差异',
  used: '我的预算用完',
  prepared: '已备好待办理',
  accountChanged: '我的账号或权限变更',
  sessionsEnded: '我的会话被他人结束',
  viewedAs: '他人以我的身份查看',
  accessAsked: '有人申请权限',
  reachChanged: '归属调整使角色范围变化',
  copied: '抄送给我',
  withdrawn: '发起人撤回',
}
