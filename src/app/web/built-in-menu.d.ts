declare module 'virtual:built-in-menu' {
  import type { MenuItem } from '#kernel/web/console/client/storage.ts'

  /** Routes of a chat link: every page there is, without the permission call. The server still decides what it answers (build/built-in-menu.ts). */
  export function builtInMenu(): Promise<readonly MenuItem[]>
}
