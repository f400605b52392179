import type { DocumentChangesTexts } from './document-changes.en.ts'

/** Texts of what changed in a document since somebody looked or agreed, in Chinese. */
export const documentChanges: DocumentChangesTexts = {
  title: '自您上次查看后的变更',
  titleAt: '自您 {time} 查看后的变更',
  count: '{count} 处变更',
  one: '1 处变更',
  line: '第 {row} 行',
  added: '新增第 {row} 行',
  removed: '删除第 {row} 行',
  before: '之前',
  after: '现在',
  nothing: '空',
  more: '还有 {count} 处',
  refusedTitle: '单据在您打开期间发生了变更',
  refusedText: '您尚未看到现在的内容，因此未作任何决定。变更如下：',
  refusedSame: '单据已重新提交；您能看到的值没有差异。',
  reload: '重新阅读',
  goOn: '继续{verb}',
}
