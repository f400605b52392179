/** Live updates of an open page: loaded after the page is drawn, by desktop and phone. */
export { followNews } from './live-cache.ts'
export { startLive } from './live-connection.ts'
