/** Widens literal strings, so that the texts of the other language can be typed as `typeof en`. */
export type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }
