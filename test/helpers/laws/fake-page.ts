import { vi } from 'vitest'

/** The little of a browser that the client's own files touch: its storages, the address, the root of the document. */
export function fakePage(): { readonly reload: ReturnType<typeof vi.fn> } {
  const reload = vi.fn()
  vi.stubGlobal('sessionStorage', fakeStorage())
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('location', {
    origin: 'https://office.example',
    pathname: '/index',
    search: '?no=CB1',
    hash: '',
    reload,
  })
  vi.stubGlobal('document', {
    documentElement: { lang: '', toggleAttribute: () => false },
    querySelector: () => null,
  })
  return { reload }
}

function fakeStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
