/** Texts of the kernel's pages and controls in English. */
export const page = {
  http: {
    badRequest: 'Request error',
    forbidden: 'Unauthorized access, please contact administrator',
    methodDisabled: 'The current HTTP request method is disabled',
    server: 'Server error',
    badGateway: 'Invalid response received from upstream server',
    unavailable: 'Service not available',
    gatewayTimeout: 'Proxy server failed to receive a response in time',
    timeout: 'Network request timed out',
    network: 'The server cannot be reached. Check the network and try again: a repeat never acts twice',
    unknown: 'Unknown error, please contact admin!',
    other: 'The request failed (status {status})',
    csrfRenewed: 'CSRF has been renewed',
    chunk: 'A part of the page could not be loaded. Please reload',
  },
  signIn: {
    tokenFailed: 'The sign-in link is no longer valid',
    loop: 'Signing in did not succeed after several attempts',
    back: 'Returning to sign-in…',
    again: 'Sign in again',
    title: 'You are not signed in',
  },
}
