import { productMoment } from '#kernel/base/clock/clock.ts'
import * as oidc from 'openid-client'

export interface IdentityClientOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly publicUrl: string
  /** The claim with the account name, a text or an integer: from the ID token, else from the user info. */
  readonly accountClaim: string
}

export interface SignInStart {
  readonly address: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** The relying party of OpenID Connect: code flow with PKCE against any configured provider. */
export interface IdentityClient {
  /** `isFresh`: the person must authenticate again, whatever the provider remembers. */
  start(language: string | undefined, isFresh?: boolean): Promise<SignInStart>
  finish(
    callback: URL,
    attempt: { state: string; nonce: string; codeVerifier: string; isFresh?: boolean },
  ): Promise<{ account: string | null; email: string | null; idToken: string; authAt: Date | null }>
  /** Null where the provider has no end-session page. */
  endSessionAddress(idToken: string | null): Promise<string | null>
}

const SCOPE = 'openid profile'

/** The mail scope is requested only from providers that announce it; others might refuse it. */
function scopeOf(config: oidc.Configuration): string {
  return config.serverMetadata().scopes_supported?.includes('email') ? `${SCOPE} email` : SCOPE
}

const ADDRESS = /^[^\s@<>(),;:"\\]{1,100}@[^\s@<>(),;:"\\]{1,150}$/

/** Only verified addresses: whoever could enter another person's address would receive their mail. */
function emailOf(claims: Readonly<Record<string, unknown>>): string | null {
  const { email, email_verified: isVerified } = claims
  return typeof email === 'string' && isVerified !== false && ADDRESS.test(email) ? email : null
}

/** Some providers identify people by number. */
function accountOf(claim: unknown): string | null {
  return typeof claim === 'string' ? claim : Number.isSafeInteger(claim) ? String(claim) : null
}

/**
 * User info, where the ID token lacks claims: the protocol lets a provider put everything but the subject there. A
 * missing mail address does not fail a sign-in.
 */
async function fromUserInfo(
  config: oidc.Configuration,
  accessToken: string,
  claims: oidc.IDToken,
  accountClaim: string,
): Promise<Readonly<Record<string, unknown>>> {
  const isKnown = claims[accountClaim] !== undefined
  if (isKnown && claims['email'] !== undefined) return {}
  if (!config.serverMetadata().userinfo_endpoint) return {}
  const asked = oidc.fetchUserInfo(config, accessToken, claims.sub)
  return isKnown ? await asked.catch(() => ({})) : await asked
}

const TIMEOUT_SECONDS = 10

/** Time from the password to our address; a second factor may be slow, the redirect is not. */
const FRESH_SECONDS = 120

export function identityClient(options: IdentityClientOptions): IdentityClient {
  const configuration = discoverOnce(options)
  const redirectUri = `${options.publicUrl}/api/v1/auth/callback`
  return {
    async start(language, isFresh = false) {
      const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const config = await configuration()
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopeOf(config),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(language ? { ui_locales: language } : {}),
        ...(isFresh ? { prompt: 'login', max_age: String(FRESH_SECONDS) } : {}),
      })
      return { address: address.href, state, nonce, codeVerifier }
    },
    async finish(callback, attempt) {
      const config = await configuration()
      const tokens = await oidc.authorizationCodeGrant(config, callback, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.codeVerifier,
        idTokenExpected: true,
        // A provider that ignores the request for a fresh sign-in is detected by the authentication time in its token.
        ...(attempt.isFresh ? { maxAge: FRESH_SECONDS } : {}),
      })
      const claims = tokens.claims()
      if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token')
      const told = await fromUserInfo(config, tokens.access_token, claims, options.accountClaim)
      return {
        account: accountOf(claims[options.accountClaim] ?? told[options.accountClaim]),
        // The verification flag must come from the same source as the address.
        email: emailOf(claims['email'] === undefined ? told : claims),
        idToken: tokens.id_token,
        authAt: typeof claims.auth_time === 'number' ? productMoment(claims.auth_time * 1000) : null,
      }
    },
    async endSessionAddress(idToken) {
      const config = await configuration()
      if (!config.serverMetadata().end_session_endpoint) return null
      const parameters = new URLSearchParams({ post_logout_redirect_uri: `${options.publicUrl}/` })
      if (idToken !== null && issuerOf(idToken) === config.serverMetadata().issuer)
        parameters.set('id_token_hint', idToken)
      return oidc.buildEndSessionUrl(config, parameters).href
    },
  }
}

/** Discovered at the first sign-in and cached; after a failure the next sign-in tries again. */
function discoverOnce(options: IdentityClientOptions): () => Promise<oidc.Configuration> {
  let found: Promise<oidc.Configuration> | null = null
  const issuer = new URL(options.issuer)
  return () => {
    found ??= oidc
      .discovery(issuer, options.clientId, undefined, clientAuthentication(options.clientSecret), {
        timeout: TIMEOUT_SECONDS,
        // Plain http is for a provider on this machine or network; the library requires an explicit flag.
        execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        found = null
        throw error
      })
    return found
  }
}

/** The first authentication method announced by the provider that we support; `client_secret_basic` is the protocol's default. */
function clientAuthentication(secret: string): oidc.ClientAuth {
  if (secret === '') return oidc.None()
  const basic = oidc.ClientSecretBasic(secret)
  const post = oidc.ClientSecretPost(secret)
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic') ? basic : post
    return method(server, client, body, headers)
  }
}

/** Unverified: only used to decide whether this provider would accept the hint. */
function issuerOf(idToken: string): unknown {
  const [, payload = ''] = idToken.split('.')
  return (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { iss?: unknown }).iss
}
