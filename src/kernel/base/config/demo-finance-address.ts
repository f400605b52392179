/** Where the demonstration's own finance system listens, and the secret that everybody may know. */
export const DEMO_FINANCE_PATH = '/api/v1/demo/finance'
export const DEMO_FINANCE_SECRET = 'demo'
/** Where it is asked to hold what documents of these organisations reserve. */
export const DEMO_RESERVE_PATH = '/api/v1/demo/finance/reserve'
export const DEMO_RESERVE_ORGANISATIONS: readonly string[] = ['LATAM']
