declare module 'virtual:area-pages/*' {
  import type { PageSet } from '#kernel/web/console/pages.ts'

  /** The pages of documents and lists on one device (build/area-pages.ts). */
  export const areaPages: readonly PageSet[]
}

declare module 'virtual:document-names/*' {
  /** The names of an area's documents in one language, by type (build/area-pages.ts). */
  export const documentNames: Readonly<Record<string, { readonly label: string }>>
}

declare module 'virtual:reserving-documents/*' {
  /** The document types of an area whose reserves another system confirms (build/area-pages.ts). */
  export const reserving: readonly string[]
}

declare module 'virtual:document-texts/*' {
  /** The texts of one document in one language, under its type (build/area-pages.ts). */
  export const texts: Readonly<Record<string, object>>
}
