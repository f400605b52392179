// References of scheme documents that are no records: the server of this area reads the names.

export const namedScheme = { names: 'schemes', keyType: 'text' } as const
/** A part of a scheme, by its number within it. */
export const namedFunding = { names: 'fundings', keyType: 'int' } as const
