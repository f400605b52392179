// The references of a change depend on the kind of record: this area's server reads their names.

export const changedRecord = { names: 'records', keyType: 'text' } as const
export const changedField = { names: 'fields', keyType: 'text' } as const
export const changedValue = { names: 'values', keyType: 'text' } as const
