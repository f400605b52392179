import type { KernelTexts } from './en.ts'

/** Texts of imports outside their own pages, in Chinese. */
export const imports: KernelTexts['page']['imports'] = {
  button: '导入',
  mine: '我的导入',
  open: '打开',
  told: '{name}：{state}',
  states: {
    reading: '检查中',
    checked: '待您处理',
    running: '导入中',
    stopped: '已停止',
    done: '已导入',
    failed: '失败',
    undoing: '撤回中',
    undone: '已撤回',
    discarded: '已放弃',
  },
}
