/** The shape of texts whatever they say: those of the other language have it too. */
export type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }
