import { DEMO_DATA_CENTRE_PATH, DEMO_FINANCE_SECRET } from './demo-addresses.ts'
import { secretsProblem } from './secret-files.ts'

/** A data centre that documents are pushed to. */
interface DataCentre {
  readonly url: string
  readonly secret: string
  readonly timeoutSeconds: number
}

/** The data centres by their codes; nothing is pushed to others. */
export type DataCentres = ReadonlyMap<string, DataCentre>

interface Reader {
  readonly problems: string[]
  text(name: string): string | undefined
  integer(name: string, fallback: number, min: number, max: number): number
}

const [URLS, SECRETS] = ['DATA_CENTRE_PUSH_URLS', 'DATA_CENTRE_PUSH_SECRETS']
const CODE = /^[A-Z][A-Z0-9]{0,7}$/

/**
 * `DATA_CENTRE_PUSH_URLS=IN=https://… EU=https://…` and `DATA_CENTRE_PUSH_SECRETS=IN=… EU=<new>,<old>`: a secret for each, so that none of them can speak for another.
 * `demo`: the address of a demonstration, which plays these data centres itself where none is configured.
 */
export function readDataCentres(
  reader: Reader,
  demo: { readonly url: string; readonly codes: readonly string[] } | null,
): DataCentres {
  const urls = pairsOf(reader, URLS, reader.text('DATA_CENTRE_PUSH_URLS'))
  const secrets = pairsOf(reader, SECRETS, reader.text('DATA_CENTRE_PUSH_SECRETS'))
  const timeoutSeconds = reader.integer('DATA_CENTRE_PUSH_TIMEOUT_SECONDS', 10, 1, 120)
  if (urls.size === 0 && secrets.size === 0 && demo) {
    const centreOf = (code: string) => ({
      url: `${demo.url}${DEMO_DATA_CENTRE_PATH}/${code}`,
      secret: DEMO_FINANCE_SECRET,
      timeoutSeconds,
    })
    return new Map(demo.codes.map((code) => [code, centreOf(code)]))
  }
  const alone = [...urls.keys()].filter((code) => !secrets.has(code))
  const unknown = [...secrets.keys()].filter((code) => !urls.has(code))
  if (alone.length + unknown.length > 0)
    reader.problems.push(
      `${URLS} and ${SECRETS} must name the same data centres, a message is never sent unsigned: ${[...alone, ...unknown].join(', ')} is in one only`,
    )
  const found = new Map<string, DataCentre>()
  for (const [code, address] of urls) {
    const url = URL.parse(address)
    // Two secrets stand with a comma between them, as a space ends the pair.
    const secret = (secrets.get(code) ?? '').replaceAll(',', ' ')
    const problem = secretsProblem(`${SECRETS} of ${code}`, secret)
    if (problem) reader.problems.push(problem)
    if (url && ['https:', 'http:'].includes(url.protocol)) found.set(code, { url: url.href, secret, timeoutSeconds })
    else reader.problems.push(`${URLS} must have an address that starts with https:// or http:// for ${code}`)
  }
  return found
}

/** The pairs of `IN=… EU=…`. A complaint repeats no value, as that may be a secret. */
function pairsOf(reader: Pick<Reader, 'problems'>, name: string, text = ''): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (const part of text.split(/\s+/).filter((each) => each !== '')) {
    const [, code = '', value = ''] = /^([^=]*)=(.*)$/.exec(part) ?? []
    if (!CODE.test(code) || value === '' || pairs.has(code))
      reader.problems.push(`${name} must be pairs such as IN=… with spaces between them, each code once`)
    else pairs.set(code, value)
  }
  return pairs
}
