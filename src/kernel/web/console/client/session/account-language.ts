import { languages } from '#kernel/base/i18n/language.ts'
import { storeLanguage } from '../storage.ts'

/** Set by the server at sign-in (kernel/services/identity/sign-in.ts); the prefix is there where the connection is encrypted. */
const COOKIE = /(?:^|; )((?:__Host-)?account_language)=(\w+)/

/**
 * Takes over the language of the account that has just signed in, before any text is fetched. It counts once: a language that the person chooses
 * later is not overwritten.
 */
export function takeAccountLanguage(): void {
  const [, name = '', told] = COOKIE.exec(document.cookie) ?? []
  if (name === '') return
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${name.startsWith('__Host-') ? '; Secure' : ''}`
  const language = languages.find((known) => known === told)
  if (language) storeLanguage(language)
}
