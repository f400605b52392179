/** Path at which the demonstration answers for other systems, and its secret, which is public. */
export const DEMO_SYSTEM_PATH = '/api/v1/demo/systems'
export const DEMO_SYSTEM_SECRET = `whsec_${Buffer.from('this is no secret, only a show').toString('base64')}`
