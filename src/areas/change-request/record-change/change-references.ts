// What a change of master data names depends on the kind of record: the server of this area reads the names.

export const changedRecord = { names: 'records', keyType: 'text' } as const
export const changedField = { names: 'fields', keyType: 'text' } as const
export const changedValue = { names: 'values', keyType: 'text' } as const
