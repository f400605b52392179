/**
 * Files that the HTML files of desktop and phone fetch: they are there before any page is asked for. In the lists of what each page needs their names
 * would be sent for nothing, again for each page.
 */
export const OF_EVERY_HTML = /(^|\/)assets\/(rolldown-runtime|api|react-dom-client-production|queryClient)-[\w-]+\.js$/
