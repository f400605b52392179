import { post, type CallOptions } from '#kernel/console/client/api.ts'
import type { DraftView, SettingView } from '#kernel/setting/setting-wire.ts'
import type {
  Choice,
  ContentOf,
  SettingKind,
  Simulation,
  TemplateCatalogue,
  TemplateContent,
  TemplateRowView,
} from '../routing-wire.ts'

type Options = Omit<CallOptions, 'method' | 'body'>

export interface TemplateDetail extends SettingView<TemplateContent> {
  readonly catalogue: TemplateCatalogue
}

export interface BandsDetail extends SettingView<ContentOf['bands']> {
  readonly roles: readonly Choice[]
  readonly currencies: readonly string[]
  readonly years: readonly number[]
}

export const templatePath = (path: string): string => `/aps/approval/template/${path}`

export function bpmnPath(code: string, version?: number): string {
  const query = new URLSearchParams({ code, ...(version === undefined ? {} : { version: String(version) }) })
  return `${templatePath('bpmn')}?${query}`
}

export const routingApi = {
  list: (options: Options) => post<readonly TemplateRowView[]>(templatePath('list'), {}, options),
  template: (code: string, options: Options) => post<TemplateDetail>(templatePath('detail'), { code }, options),
  bands: (options: Options) => post<BandsDetail>('/aps/approval/bands/detail', {}, options),
  rates: (year: string, options: Options) =>
    post<SettingView<ContentOf['rates']>>('/aps/approval/rates/detail', { year }, options),
  simulate: (body: object, options: Options) => post<Simulation>(templatePath('simulate'), body, options),
  save: <K extends SettingKind>(
    kind: K,
    body: {
      readonly key: string
      readonly draftVersion: number
      readonly content: ContentOf[K]
      readonly note: string
    },
    options: Options,
  ) => post<DraftView<ContentOf[K]>>(`/aps/approval/${kind}/draft/save`, body, options),
  discard: (kind: SettingKind, key: string, draftVersion: number) =>
    post<{ key: string }>(`/aps/approval/${kind}/draft/discard`, { key, draftVersion }),
  publish: (kind: SettingKind, key: string, draftVersion: number, options: Options) =>
    post<{ version: number }>(`/aps/approval/${kind}/publish`, { key, draftVersion }, options),
}

const all = ['routing'] as const

export const routingKeys = {
  all,
  list: [...all, 'list'],
  template: (code: string) => [...all, 'template', code],
  bands: [...all, 'bands'],
  rates: (year: string) => [...all, 'rates', year],
}
