/**
 * One list of an area in `<area>.lists.ts`: where its files are and where its pages are. The server finds its queries as
 * `<name>List` in a `*.routes.ts` of the folder, server and browser its declaration as `<name>` in a `*.list.ts`
 * (docs/decisions/100). The addresses are part of every first load.
 */
export interface ReadListPlace {
  readonly name: string
  readonly area: string
  readonly folder: string
  /** Address on the desktop. */
  readonly page: string
  /** Address on a phone, for a declaration with `phone`. */
  readonly phone?: string
}
