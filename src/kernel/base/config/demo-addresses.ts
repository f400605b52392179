/** Path of the demonstration's own finance system, and its secret, which is public. */
export const DEMO_FINANCE_PATH = '/api/v1/demo/finance'
export const DEMO_FINANCE_SECRET = 'demo'
/** Path at which that system is asked to hold what documents of these organisations reserve. */
export const DEMO_RESERVE_PATH = '/api/v1/demo/finance/reserve'
export const DEMO_RESERVE_ORGANISATIONS: readonly string[] = ['LATAM']

/** Path of the data centres of the demonstration, followed by the code of one; they share the secret of its finance system. */
export const DEMO_DATA_CENTRE_PATH = '/api/v1/demo/data-centres'
export const DEMO_DATA_CENTRES: readonly string[] = ['EU', 'IN', 'ID', 'SEA', 'MEA', 'CIS', 'LATAM', 'CN']

/** Path at which the demonstration answers for other systems, and its secret, which is public. */
export const DEMO_SYSTEM_PATH = '/api/v1/demo/systems'
export const DEMO_SYSTEM_SECRET = `whsec_${Buffer.from('this is no secret, only a show').toString('base64')}`
