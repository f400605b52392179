import type { TemplateContent } from '#areas/approval-routes/approval-routes-wire.ts'
import type { DraftView, SettingView } from '#kernel/engine/setting/setting-wire.ts'
import type { DemoServer } from '../../helpers/servers/demo-server.ts'

export const templatePath = (path: string) => `/aps/approval/template/${path}`

/** Saves the draft of a route as an account; `draftVersion` is the version that they saw, 0 for none. */
export function saveRoute(
  server: DemoServer,
  account: string,
  code: string,
  content: TemplateContent,
  draftVersion: number,
) {
  return server.call<DraftView<TemplateContent>>(account, templatePath('draft/save'), {
    key: code,
    draftVersion,
    content,
    note: '',
  })
}

/** The route that new approvals start with. */
export async function routeInForce(server: DemoServer, code: string): Promise<TemplateContent> {
  const { data } = await server.call<SettingView<TemplateContent>>('hq.it', templatePath('detail'), { code })
  const [newest] = data.versions
  if (!newest) throw new Error(`no version of ${code}`)
  return newest.content
}
