import { expect, test } from 'vitest'
import { refusalText } from './texts.ts'

const stale = { key: 'document.stale', params: { by: 'A', at: '2026-11-23T20:52:10.000Z' } }

test('an instant in the text of a refusal is told in the zone of its reader and names that zone', () => {
  expect(refusalText('en', stale, 'UTC+05:30')).toContain('2026-11-24 02:22 UTC+05:30')
  expect(refusalText('zh', stale)).toContain('2026-11-23 20:52 UTC ')
})
