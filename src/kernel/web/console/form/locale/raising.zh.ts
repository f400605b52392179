import type { RaisingTexts } from './raising.en.ts'

/** Texts of a form that the reader may not fill in, in Chinese. */
export const raising: RaisingTexts = {
  title: '抱歉，您没有权限发起此单据',
  right: '发起“{page}”需要权限“{right}”，请联系管理员开通。',
}
