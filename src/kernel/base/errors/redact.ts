/** Queries and fragments of addresses may name people and documents or carry a ticket, so they are cut off. */
const AFTER_PATH = /((?:https?:\/\/|\/)[^\s?#()"'<>]*)[?#][^\s()"'<>]*/g
/** Tickets, tokens and keys: no word is this long. Names of script files may be, and stay. */
const TOKEN = /[\w-]{32,}(?![\w-]*\.(?:js|css|ts))/g
const MAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g
/** Numbers that may be a phone, an IMEI or an account. */
const LONG_NUMBER = /\d{9,}/g

/** Removes private data from the text of an error: queries of addresses, tokens, mail addresses, long numbers. */
export function redact(text: string): string {
  return text.replace(AFTER_PATH, '$1').replace(TOKEN, '…').replace(MAIL, '…').replace(LONG_NUMBER, '…')
}
