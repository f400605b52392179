import type { LostInputTexts } from './lost-input.en.ts'

/** Texts about input that a reload would lose, in Chinese. */
export const lostInput: LostInputTexts = {
  title: '部分内容无法保留',
  text: '切换语言会重新加载页面，以下页面中填写的内容将丢失：',
  some: '切换语言会重新加载页面，已填写但未保存的内容将丢失。',
  goOn: '仍然重新加载',
}
