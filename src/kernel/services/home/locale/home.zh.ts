import { monitor } from '../../monitor/locale/monitor.zh.ts'
import type { HomeTexts } from './home.en.ts'

/** Texts of the kernel's cards on the home page, in Chinese. */
export const homeTexts: HomeTexts = {
  label: '首页',
  tasks: '待您处理',
  noTasks: '目前没有待您处理的事项。',
  allTasks: '全部任务',
  moreTasks: '另有{count}项任务',
  drafts: '待第二人处理',
  draftOf: '由{name}起草',
  back: '退回给您',
  backBy: '{name}：{state}',
  still: '停滞不前',
  stillWith: '在{name}处',
  moved: '已通过',
  mine: '我发起的全部',
  mineRunning: '我发起的审批中单据',
  mineApproved: '我发起的已通过单据',
  broken: '需要修复',
  monitor: '审批监控',
  stuck: '卡住的审批',
  slow: '缓慢的审批',
  effects: monitor.counts.failed,
  jobs: '已放弃的任务',
  registry: '登记有误的单据',
  deliveries: '7天内未送达的消息',
  fine: '没有异常。',
  decided: '近{weeks}周您已处理',
  decidedTitle: '您的审批',
  weeks: '按周，从早到晚：{values}',
}
