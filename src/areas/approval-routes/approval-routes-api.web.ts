import { post, type CallOptions } from '#kernel/web/console/client/api.ts'
import { settingCalls } from '#kernel/web/console/setting/setting-calls.ts'
import type { SettingView } from '#kernel/engine/setting/setting-wire.ts'
import type {
  BandsContent,
  Choice,
  RatesContent,
  Simulation,
  TemplateCatalogue,
  TemplateContent,
  TemplateRowView,
} from './approval-routes-wire.ts'

type Options = Omit<CallOptions, 'method' | 'body'>

export interface TemplateDetail extends SettingView<TemplateContent> {
  readonly catalogue: TemplateCatalogue
}

export interface BandsDetail extends SettingView<BandsContent> {
  readonly roles: readonly Choice[]
  readonly currencies: readonly string[]
  readonly years: readonly number[]
}

export const templatePath = (path: string): string => `/aps/approval/template/${path}`

export function bpmnPath(code: string, version?: number): string {
  const query = new URLSearchParams({ code, ...(version === undefined ? {} : { version: String(version) }) })
  return `${templatePath('bpmn')}?${query}`
}

export const approvalRoutesApi = {
  list: (options: Options) => post<readonly TemplateRowView[]>(templatePath('list'), {}, options),
  template: (code: string, options: Options) => post<TemplateDetail>(templatePath('detail'), { code }, options),
  bands: (options: Options) => post<BandsDetail>('/aps/approval/bands/detail', {}, options),
  rates: (year: string, options: Options) =>
    post<SettingView<RatesContent>>('/aps/approval/rates/detail', { year }, options),
  simulate: (body: object, options: Options) => post<Simulation>(templatePath('simulate'), body, options),
}

const rights = {
  menu: 'approval_template_edit',
  edit: 'approval.template.edit',
  publish: 'approval.template.publish',
}

/** The calls for drafting and publishing each of the three. */
export const approvalRoutesCalls = {
  template: settingCalls<TemplateContent>('/aps/approval/template', rights, approvalRoutesApi.template),
  bands: settingCalls<BandsContent>('/aps/approval/bands', rights, (_key, options) => approvalRoutesApi.bands(options)),
  rates: settingCalls<RatesContent>('/aps/approval/rates', rights, approvalRoutesApi.rates),
}

/** Export of the versions of one of them. */
export function versionsFile(of: Readonly<Record<string, string>>) {
  return { path: '/aps/approval/versions/export', right: 'approval.template.export', filters: of }
}

const all = ['approval-routes'] as const

export const approvalRoutesKeys = {
  all,
  list: [...all, 'list'],
  template: (code: string) => [...all, 'template', code],
  bands: [...all, 'bands'],
  rates: (year: string) => [...all, 'rates', year],
}
