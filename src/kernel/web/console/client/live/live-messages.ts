/** What keeps an open page true: fetched once the page stands, by the desktop and by the phone. */
export { followNews } from './live-cache.ts'
export { startLive } from './live-connection.ts'
