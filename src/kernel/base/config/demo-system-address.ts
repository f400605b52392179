/** Where the demonstration answers for other systems, and the secret that everybody may know. */
export const DEMO_SYSTEM_PATH = '/api/v1/demo/systems'
export const DEMO_SYSTEM_SECRET = `whsec_${Buffer.from('this is no secret, only a show').toString('base64')}`
