import { type FormDraft, readKept } from '../../form/draft/draft.ts'
import type { Keeping } from '../../form/draft/saving.ts'
import { renameAddress } from '../address.ts'

/**
 * Input survives a network failure, a reload and the end of a session: until the server has it, it is stored in this
 * tab, under the account that typed it. Once it has a number, a reload finds it by that.
 */
export function keptOnPhone(account: string, type: string): Keeping {
  const clear = (no: string | null): void => sessionStorage.removeItem(keyOf(account, type, no))
  let last: string | null = null
  return {
    typed: (draft) => {
      last = draft.no
      sessionStorage.setItem(keyOf(account, type, draft.no), JSON.stringify(draft))
    },
    stored: (draft) => {
      clear(null)
      clear(draft.no)
      last = draft.no
      if (draft.no !== null) nameAddress(draft.no)
    },
    submitted: () => {
      clear(null)
      clear(last)
    },
  }
}

export function keptDraft(account: string, type: string, no: string | null): FormDraft | null {
  const text = sessionStorage.getItem(keyOf(account, type, no))
  return text === null ? null : readKept(text)
}

function keyOf(account: string, type: string, no: string | null): string {
  return `draft ${account} ${type} ${no ?? 'new'}`
}

/** Only while the form is open: an answer may come after the person has left. */
function nameAddress(no: string): void {
  const query = new URLSearchParams(location.search)
  if (query.has('formInstanceId') || query.get('applyNo') === no) return
  query.set('applyNo', no)
  renameAddress(`${location.pathname}?${query}`)
}
