/** Path of the demonstration's own finance system, and its secret, which is public. */
export const DEMO_FINANCE_PATH = '/api/v1/demo/finance'
export const DEMO_FINANCE_SECRET = 'demo'
/** Path at which that system is asked to hold what documents of these organisations reserve. */
export const DEMO_RESERVE_PATH = '/api/v1/demo/finance/reserve'
export const DEMO_RESERVE_ORGANISATIONS: readonly string[] = ['LATAM']
