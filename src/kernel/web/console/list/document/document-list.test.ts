import { expect, test } from 'vitest'
import { isBelow } from './document-list.ts'

test('the card of a document has the names and codes of what it is about under its number', () => {
  const definition = {
    fields: {
      name: { kind: 'text', required: true },
      type: { kind: 'choice', required: true, options: ['a'] },
      customerCode: { kind: 'code', required: true },
      currency: { kind: 'code', required: true },
    },
    view: { subject: ['type', 'name', 'customerCode'] },
  } as const
  expect(Object.keys(definition.fields).filter((name) => isBelow(definition, name))).toEqual(['name', 'customerCode'])
})
