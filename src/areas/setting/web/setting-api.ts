import { post, type CallOptions } from '#kernel/console/client/api.ts'
import { settingCalls } from '#kernel/console/setting/setting-calls.ts'
import type { ParameterContent } from '#kernel/setting/parameter.ts'
import type { ParameterRow } from '../setting-wire.ts'

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
