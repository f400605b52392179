import { Provider, type ProviderContext } from 'oidc-provider'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { accessTexts } from '#kernel/platform/access/access-texts.ts'
import { Html, html, htmlPage, pageLanguage } from '#kernel/platform/access/page.ts'
import { storageOf } from './adapter.ts'
import type { ProviderKeys } from './keys.ts'
import { signedOutPage, signOutPage } from './sign-in-page.ts'

export interface ProviderOptions {
  readonly pool: TransactionPool
  /** `<publicUrl>/oidc`, as the browser knows it. */
  readonly issuer: string
  readonly publicUrl: string
  readonly clientId: string
  readonly keys: ProviderKeys
  readonly trustProxy: boolean
  /** Logs an error inside the provider; the person sees a page without details. */
  readonly onFault: (error: Error) => void
}

const nameOfAccount = prepared<{ account: string; name_en: string; email: string | null }>(
  'provider account',
  'select u.account, u.name_en, u.email from app_user u join demo_identity i on i.user_id = u.id where u.account = $1',
)

const HOUR = 3600

/** A real OpenID Connect provider for demonstrations, with PostgreSQL as its storage and one client: ourselves. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, {
    adapter: storageOf(options.pool),
    clients: [clientOf(options)],
    jwks: options.keys.signing,
    cookies: cookiesOf(options),
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'email'] },
    scopes: ['openid', 'profile'],
    // The few claims are for ourselves only, so they are in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: showSignOut, postLogoutSuccessSource: showSignedOut },
    },
    interactions: { url: (_context: unknown, interaction: { uid: string }) => `/oidc/interaction/${interaction.uid}` },
    ttl: {
      Session: 12 * HOUR,
      Grant: 12 * HOUR,
      Interaction: HOUR,
      AuthorizationCode: 60,
      AccessToken: 10 * 60,
      IdToken: HOUR,
    },
    findAccount: (_context: unknown, account: string) => findAccount(options.pool, account),
    loadExistingGrant,
    renderError: showProblem,
  })
  provider.proxy = options.trustProxy
  provider.on('server_error', (_context, error) => options.onFault(error))
  return provider
}

function clientOf(options: ProviderOptions) {
  return {
    client_id: options.clientId,
    client_secret: options.keys.clientSecret,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    // The time of authentication is included in every token, also without a request for a fresh sign-in.
    require_auth_time: true,
    redirect_uris: [`${options.publicUrl}/api/v1/auth/callback`],
    post_logout_redirect_uris: [`${options.publicUrl}/`],
  }
}

/** Cookies ignore ports: without a name of their own two installations on one machine would overwrite each other's. */
function cookiesOf(options: ProviderOptions) {
  const url = new URL(options.publicUrl)
  const place = url.port || url.protocol.replace(':', '')
  // Cookies of one sign-in belong to its path, so the host-wide prefix is impossible.
  const [host, secure] = url.protocol === 'https:' ? ['__Host-', '__Secure-'] : ['', '']
  const shared = { httpOnly: true, sameSite: 'lax', signed: true }
  return {
    keys: options.keys.cookies,
    names: {
      session: `${host}idp_session_${place}`,
      interaction: `${secure}idp_interaction_${place}`,
      resume: `${secure}idp_resume_${place}`,
    },
    long: { ...shared, path: host === '' ? '/oidc' : '/' },
    short: shared,
  }
}

async function findAccount(pool: TransactionPool, account: string) {
  const row = await reading(pool, (tx) => tx.first(nameOfAccount(account)))
  if (!row) return undefined
  return {
    accountId: row.account,
    claims: () => ({ sub: row.account, preferred_username: row.account, name: row.name_en, email: row.email }),
  }
}

/** Our own client needs no consent: the grant is created when needed. */
async function loadExistingGrant(context: ProviderContext) {
  const { provider, session, client } = context.oidc
  const id = session.grantIdFor(client.clientId)
  const existing = id ? await provider.Grant.find(id) : undefined
  if (existing) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid profile')
  await grant.save()
  return grant
}

function languageOfContext(context: ProviderContext) {
  return pageLanguage(undefined, context.headers['accept-language'])
}

function showSignOut(context: ProviderContext, form: string): void {
  context.body = signOutPage(languageOfContext(context), new Html(form))
}

function showSignedOut(context: ProviderContext): void {
  context.body = signedOutPage(languageOfContext(context))
}

function showProblem(context: ProviderContext): void {
  const language = languageOfContext(context)
  const { refused } = accessTexts(language)
  context.type = 'html'
  context.body = htmlPage({
    language,
    title: refused.title,
    body: html`<h1>${refused.title}</h1>
      <p>${refused.failed}</p>
      <a class="primary" href="/">${refused.again}</a>`,
  })
}
