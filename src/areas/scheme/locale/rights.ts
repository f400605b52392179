import type { SchemeRights } from '../shared/scheme-document.ts'
import type { SchemeSegment } from '../shared/scheme-routes.ts'
import { menu as en } from './menu.en.ts'
import { menu as zh } from './menu.zh.ts'

/** Labels of partial approval rights. */
export function partialApprovalTexts(route: SchemeSegment) {
  return { zh: `核减${zh[route]}金额`, en: `Approve less: ${en[route]}` }
}

/** Labels of a document's rights. Only the server uses them, so no page loads them. */
export function rightTexts(route: SchemeSegment): Readonly<Record<keyof SchemeRights, { zh: string; en: string }>> {
  const names = { zh: zh[route], en: en[route] }
  const say = (chinese: string, english: string) => ({
    zh: chinese.replace('…', names.zh),
    en: english.replace('…', names.en),
  })
  return {
    view: say('查看…', 'View: …'),
    submit: say('起草…', 'Draft: …'),
    approve: say('审批…', 'Decide: …'),
    retry: say('重新推送…', 'Push again: …'),
    export: say('导出…', 'Export: …'),
  }
}
