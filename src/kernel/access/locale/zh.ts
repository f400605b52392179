import type { AccessTexts } from './en.ts'

/** 登录相关页面的中文文案。 */
export const zh: AccessTexts = {
  signIn: {
    title: '登录',
    lead: '海外业务的审批、预算与销售',
    account: '账号',
    password: '密码',
    submit: '登录',
    wrong: '账号或密码错误',
    blocked: '密码错误次数过多，请几分钟后再试',
    expired: '登录页面已过期，请重新开始',
    again: '重新开始',
    demo: '演示账号',
    demoLead: '点击即可登录，所有账号的密码均为 demo。',
    otherLanguage: 'English',
    otherLanguageCode: 'en',
  },
  signedIn: {
    title: '您已登录',
    lead: '请返回之前的窗口，此窗口可以关闭。',
    home: '在此继续',
  },
  signOut: {
    title: '正在退出',
    lead: '正在退出登录。',
    submit: '退出登录',
    done: '您已退出登录',
  },
  refused: {
    title: '无法登录',
    unknown: '本系统中没有账号 {account}，请联系管理员。',
    disabled: '账号 {account} 已停用，请联系管理员。',
    failed: '登录未能完成：可能耗时过长，或是在其他浏览器中开始的。',
    unavailable: '暂时无法连接登录服务，请重试。',
    tooMany: '该地址登录次数过多，请一分钟后重试。',
    again: '重新登录',
    other: '使用其他账号登录',
  },
  demoChat: {
    title: '团队聊天',
    hint: '演示环境没有接入团队聊天，以下是将要发送的消息。',
    open: '打开链接',
  },
  rights: {
    taskView: '查看和处理自己的待办',
    taskExport: '导出自己的任务列表',
    monitorExport: '导出审批监控列表',
    templateExport: '导出审批流程、额度与汇率',
    viewShare: '共享列表视图',
    templateEdit: '编辑审批路线模板、授权额度与汇率',
    templatePublish: '发布他人编辑的审批路线模板、授权额度与汇率',
    approvalAdminister: '监控并修复审批流程',
  },
  initialized: '权限已更新',
  noMenu: '您尚未配置菜单权限，请联系管理员',
}
