import { en } from '../locale/en.ts'
import { zh } from '../locale/zh.ts'
import type { SegregationRulesContent } from '../permission-wire.ts'

const named = (code: keyof typeof en.segregationRules) => ({
  code,
  nameZh: zh.segregationRules[code],
  nameEn: en.segregationRules[code],
})

/** The delivered segregation rules; patterns also cover rights of areas not built yet. */
export const deliveredSegregationRules: SegregationRulesContent = {
  segregationRules: [
    {
      ...named('draftApprove'),
      first: ['budget.*.submit'],
      second: ['budget.*.approve'],
      effect: 'flag',
    },
    {
      ...named('schemePayment'),
      // A channel manager claims for their schemes; another person pays.
      first: ['scheme.application.submit'],
      second: ['scheme.execute.retry', '*.payment.*'],
      effect: 'refuse',
    },
    {
      ...named('routeApprove'),
      first: ['approval.template.publish'],
      second: ['budget.*.approve', 'scheme.*.approve'],
      effect: 'flag',
    },
    {
      ...named('accessBusiness'),
      first: ['permission.access.publish', 'permission.role.publish'],
      second: ['budget.*.submit', 'budget.*.approve', 'scheme.*.submit'],
      effect: 'flag',
    },
  ],
}
