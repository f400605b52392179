import type { KernelTexts } from './en.ts'

/** Texts of the kernel's pages and controls in Chinese. */
export const page: KernelTexts['page'] = {
  http: {
    badRequest: '请求错误',
    forbidden: '无权访问，请联系管理员',
    methodDisabled: '当前HTTP请求方式已禁用',
    server: '服务器错误',
    badGateway: '上游服务器返回了无效响应',
    unavailable: '服务不可用',
    gatewayTimeout: '代理服务器未能及时收到响应',
    timeout: '网络请求超时',
    network: '无法连接服务器，请检查网络后重试：重复提交不会重复生效',
    unknown: '未知错误，请联系管理员！',
    other: '请求失败（状态码 {status}）',
    csrfRenewed: 'CSRF已更新',
    chunk: '页面的一部分未能加载，请刷新',
  },
  signIn: {
    tokenFailed: '登录链接已失效',
    loop: '多次尝试后仍未能登录',
    back: '正在返回登录页…',
    again: '重新登录',
    title: '您尚未登录',
  },
}
