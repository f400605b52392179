import { languages } from '#kernel/base/i18n/language.ts'
import { storeLanguage } from '../storage.ts'

/** Set by the server at sign-in (kernel/services/identity/sign-in.ts); with the prefix over https. */
const COOKIE = /(?:^|; )((?:__Host-)?account_language)=(\w+)/

/**
 * Adopts the language of the account that has just signed in, before any text is loaded. It applies once, so that a
 * later choice is not overwritten.
 */
export function takeAccountLanguage(): void {
  const [, name = '', told] = COOKIE.exec(document.cookie) ?? []
  if (name === '') return
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${name.startsWith('__Host-') ? '; Secure' : ''}`
  const language = languages.find((known) => known === told)
  if (language) storeLanguage(language)
}
