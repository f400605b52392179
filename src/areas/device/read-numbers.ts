/** What separates numbers in a text: white space of any kind, commas, semicolons, and the Chinese forms of these. */
const BETWEEN = /[\s,;\u3001\uFF0C\uFF1B|]+/u
const FULL_WIDTH = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g
/** A label before a number: `IMEI1: 8644...`. */
const LABEL = /^(IMEI[12]?|S\/?N|MEID)[:\uFF1A=]?/i

/** Full-width letters and digits of Chinese and Japanese keyboards as plain ones. */
const plain = (text: string): string =>
  text.replaceAll(FULL_WIDTH, (sign) => String.fromCodePoint(sign.codePointAt(0)! - 0xfe_e0))

/** The numbers of a text as people paste, type or scan it, each once, in order. Excel's apostrophe before a text is dropped. */
export function readNumbers(text: string): readonly string[] {
  const found = plain(text)
    .split(BETWEEN)
    .map((each) =>
      each
        .replace(LABEL, '')
        .replaceAll(/^['"`\u2018\u2019]+|['"\u2019]+$/g, '')
        .toUpperCase(),
    )
  return [...new Set(found.filter((each) => each !== ''))]
}
