import type { IdentityTexts } from './identity.en.ts'

/** Texts of the fresh sign-in and of viewing as another person, in Chinese. */
export const identity: IdentityTexts = {
  proveTitle: '请验证您的身份',
  proveText: '此操作需要 {name}（{account}）重新登录确认，完成后将自动继续。',
  proveHint: '登录将在单独的窗口中打开。',
  proveCancel: '暂不操作',
  viewing: '{viewer} 正以 {name}（{account}）的身份查看：不能修改，也不能导出',
}
