import { expect, it } from 'vitest'
import { formInstanceId, readFormInstanceId } from './form-instance.ts'

it('the id of an approval round is accepted only in its exact spelling, without leading zeros, signs or blanks', () => {
  const instance = { documentId: '35445', round: 2 }
  expect(readFormInstanceId(formInstanceId(instance))).toEqual(instance)
  expect(readFormInstanceId('123456789012345678-999999')).toEqual({ documentId: '123456789012345678', round: 999_999 })
  const others = [
    '35445-02',
    '035445-2',
    ' 35445-2',
    '35445-2 ',
    '35445-2\n',
    '35445 -2',
    '+35445-2',
    '35445-+2',
    '-35445-2',
  ]
  const wrong = [
    ...others,
    '35445--2',
    '35445-2-1',
    '35445',
    '35445-0',
    '0-1',
    '35445-2.0',
    '35445-2e0',
    '35445-٢',
    '',
    null,
    35_445,
  ]
  for (const text of wrong) expect([text, readFormInstanceId(text)]).toEqual([text, null])
})
