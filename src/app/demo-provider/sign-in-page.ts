import { accessTexts } from '#kernel/platform/access/access-texts.ts'
import { type Html, html, htmlPage } from '#kernel/platform/access/page.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

/** An account on the demonstration's sign-in page. */
export interface ShownAccount {
  readonly account: string
  readonly titleZh: string
  readonly titleEn: string
}

export type SignInProblem = 'wrong' | 'blocked'

/** The sign-in page of the built-in provider. `accounts` is empty outside the demonstration. */
export function signInPage(options: {
  readonly language: Language
  readonly uid: string
  readonly account: string
  readonly problem: SignInProblem | null
  readonly accounts: readonly ShownAccount[]
}): string {
  const texts = accessTexts(options.language).signIn
  const action = `/oidc/interaction/${options.uid}`
  const body = html`<section>
      <h1>${texts.title}</h1>
      <p>${texts.lead}</p>
      <form method="post" action="${action}">
        <input type="hidden" name="lang" value="${options.language}" />
        ${options.problem ? html`<div class="bad" role="alert">${texts[options.problem]}</div>` : null}
        <label
          >${texts.account}<input
            name="account"
            value="${options.account}"
            autocomplete="username"
            autocapitalize="none"
            spellcheck="false"
            required
            ${options.account ? null : html`autofocus`}
        /></label>
        <label
          >${texts.password}<input
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ${options.account ? html`autofocus` : null}
        /></label>
        <button class="primary" type="submit">${texts.submit}</button>
      </form>
    </section>
    ${options.accounts.length > 0 ? accountList(options.language, action, options.accounts) : null}`
  return htmlPage({
    language: options.language,
    title: texts.title,
    wide: options.accounts.length > 0,
    switchTo: {
      href: `${action}?lang=${texts.otherLanguageCode}`,
      label: texts.otherLanguage,
      lang: texts.otherLanguageCode,
    },
    body,
  })
}

/** A separate form, so that Enter in the fields above never chooses an account. */
function accountList(language: Language, action: string, accounts: readonly ShownAccount[]): Html {
  const texts = accessTexts(language).signIn
  const items = accounts.map((shown) => {
    const [title, other] = language === 'zh' ? [shown.titleZh, shown.titleEn] : [shown.titleEn, shown.titleZh]
    return html`<li>
      <button name="pick" value="${shown.account}"><b>${title}</b><span>${shown.account} · ${other}</span></button>
    </li>`
  })
  return html`<section>
    <h2>${texts.demo}</h2>
    <p>${texts.demoLead}</p>
    <form method="post" action="${action}">
      <input type="hidden" name="lang" value="${language}" />
      <ul class="list">
        ${items}
      </ul>
    </form>
  </section>`
}

/** Shown where a sign-in page is too old, or was opened in another browser. */
export function expiredPage(language: Language): string {
  const texts = accessTexts(language).signIn
  return htmlPage({
    language,
    title: texts.title,
    body: html`<h1>${texts.title}</h1>
      <p>${texts.expired}</p>
      <a class="primary" href="/">${texts.again}</a>`,
  })
}

/** The provider asks before it ends its session; a script confirms for a person who has just asked to sign out. */
export function signOutPage(language: Language, form: Html): string {
  const texts = accessTexts(language).signOut
  return htmlPage({
    language,
    title: texts.title,
    script: '/oidc/sign-out.js',
    body: html`<h1>${texts.title}</h1>
      <p>${texts.lead}</p>
      ${form}
      <button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">${texts.submit}</button>`,
  })
}

export function signedOutPage(language: Language): string {
  const texts = accessTexts(language)
  return htmlPage({
    language,
    title: texts.signOut.done,
    body: html`<h1>${texts.signOut.done}</h1>
      <p></p>
      <a class="primary" href="/">${texts.signIn.title}</a>`,
  })
}

/** The page's security policy allows no inline script. */
export const SIGN_OUT_SCRIPT = `document.querySelector('button[name=logout]').click()\n`
