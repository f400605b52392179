import type { Pictured } from './pictured.ts'

type Make = (name: string, account: string, address: Pictured['address'], settled: string) => Pictured

const ROW = 'main tbody tr'
const EDITED = '.setting-bar'

/** Pages under System: rights and settings. */
export function administrationPictures(desk: Make): readonly Pictured[] {
  const page = (name: string, path: string, settled = ROW) =>
    desk(`system-${name}`, 'hq.it', () => `/system/${path}`, settled)
  return [
    page('accounts', 'accounts'),
    page('sessions', 'sessions'),
    page('roles', 'roles'),
    page('role', 'roles/edit?code=sales', EDITED),
    page('matrix', 'permissions'),
    page('access', 'access'),
    page('person', 'access/edit?account=in.sales', EDITED),
    page('requests', 'requests', 'main h1'),
    page('segregationRules', 'duties', 'main table'),
    page('menus', 'menus', EDITED),
    page('why', 'why', 'main h1'),
    page('parameters', 'parameters'),
    page('dictionaries', 'dictionaries'),
    page('translations', 'translations'),
    page('audit', 'audit'),
    desk('system-own-sessions', 'in.channel', () => '/account/sessions', ROW),
  ]
}
