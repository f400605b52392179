import { describe, expect, it } from 'vitest'
import { keyNames, keysOf } from './shortcuts.ts'

const press = (key: string, held: { ctrl?: boolean; meta?: boolean; alt?: boolean; shift?: boolean } = {}) =>
  keysOf({
    key,
    ctrlKey: held.ctrl ?? false,
    metaKey: held.meta ?? false,
    altKey: held.alt ?? false,
    shiftKey: held.shift ?? false,
  })

describe('a keyboard shortcut', () => {
  it('a shortcut is recognised by its character, whatever keys type it', () => {
    expect(press('j')).toBe('j')
    expect(press('J')).toBe('j')
    expect(press('J', { shift: true })).toBe('J')
    expect(press('?', { shift: true })).toBe('?')
    expect(press('/')).toBe('/')
    expect(press('Enter', { shift: true })).toBe('shift+Enter')
  })

  it('a shortcut is the same with Ctrl, Command and caps lock', () => {
    expect(press('k', { ctrl: true })).toBe('mod+k')
    expect(press('K', { meta: true })).toBe('mod+k')
  })

  it('a shortcut with another modifier is another shortcut', () => {
    expect(press('j', { ctrl: true })).not.toBe('j')
    expect(press('j', { alt: true })).not.toBe('j')
  })
})

it('the keys of a shortcut are named as on a keyboard', () => {
  expect(keyNames('mod+k')).toEqual(['Ctrl', 'K'])
  expect(keyNames('j')).toEqual(['j'])
  expect(keyNames('+')).toEqual(['+'])
})
