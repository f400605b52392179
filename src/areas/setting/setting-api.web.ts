import { post, type CallOptions } from '#kernel/web/console/client/api.ts'
import type { PageRequest } from '#kernel/web/console/client/paging.ts'
import { settingCalls } from '#kernel/web/console/setting/setting-calls.ts'
import type { ParameterContent } from '#kernel/platform/parameter/parameter.ts'
import type { DictionaryContent } from '#kernel/engine/setting/dictionary.ts'
import type { DictionaryRow, ParameterRow, TextPage } from './setting-wire.ts'

type Options = Omit<CallOptions, 'method' | 'body'>

const PATH = '/aps/setting'
const rightsOf = (thing: string, menu: string) => ({
  menu,
  edit: `setting.${thing}.edit`,
  publish: `setting.${thing}.publish`,
})

export const parameterApi = {
  list: (options: Options) => post<readonly ParameterRow[]>(`${PATH}/parameter/list`, {}, options),
  calls: settingCalls<ParameterContent>(`${PATH}/parameter`, rightsOf('parameter', 'system_parameters')),
}

export const dictionaryApi = {
  list: (options: Options) => post<readonly DictionaryRow[]>(`${PATH}/dictionary/list`, {}, options),
  calls: settingCalls<DictionaryContent>(`${PATH}/dictionary`, rightsOf('dictionary', 'system_dictionaries')),
}

/** A text in both languages. */
export interface TextContent {
  readonly zh: string
  readonly en: string
}

export const translationApi = {
  list: (
    body: PageRequest & {
      readonly keyword: string
      readonly part: string
      readonly which: 'all' | 'changed' | 'missing' | 'drafts'
    },
    options: Options,
  ) => post<TextPage>(`${PATH}/translation/list`, body, options),
  calls: settingCalls<TextContent>(`${PATH}/translation`, rightsOf('translation', 'system_translations')),
}
