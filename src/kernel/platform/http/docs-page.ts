/**
 * A page over `/openapi.json`: a searchable list on the left, the call on the right. Written by us, so that it needs no third-party script.
 */
export const DOCS_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>API · Overseas Back Office</title><link rel="icon" href="data:,"><style>
:root{color-scheme:light dark;--page:#fff;--side:#f5f7fa;--line:#e3e8ef;--text:#1a2233;--soft:#5b667a;--blue:#1766e0}
@media (prefers-color-scheme:dark){:root{--page:#0e131b;--side:#131a24;--line:#2a3443;--text:#e6eaf1;--soft:#9aa6b8;--blue:#5b98f7}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:14px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:340px minmax(0,1fr);height:100dvh}
nav{background:var(--side);border-right:1px solid var(--line);overflow:auto;padding:16px}main{overflow:auto;padding:24px 32px}
input{width:100%;height:36px;padding:0 10px;font:inherit;color:inherit;background:var(--page);border:1px solid var(--line);border-radius:6px}
nav h2{font-size:12px;color:var(--soft);margin:18px 0 4px;text-transform:capitalize}nav a{display:block;padding:3px 6px;border-radius:4px;color:inherit;text-decoration:none;font:12px/1.6 ui-monospace,monospace;overflow-wrap:anywhere}
nav a:hover,nav a[aria-current]{background:var(--line)}nav b{color:var(--blue);font-weight:600}
h1{font-size:20px;margin:0 0 4px;overflow-wrap:anywhere}h3{font-size:14px;margin:24px 0 6px}p{color:var(--soft);max-width:76ch}
pre{background:var(--side);border:1px solid var(--line);border-radius:6px;padding:12px;overflow:auto;font:12px/1.6 ui-monospace,monospace}
@media (max-width:760px){body{display:block;height:auto}nav{border:0;max-height:45dvh}main{padding:16px}}
</style></head><body><nav aria-label="Calls"><input type="search" placeholder="Search" aria-label="Search calls"><div id="calls"></div></nav><main id="call"></main>
<script src="/docs/docs.js" defer></script></body></html>`

export const DOCS_SCRIPT = `'use strict'
const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text ?? '', ...more })
let api = {}
// Resolves a reference, and merges parts that belong together.
const resolved = (value) => {
  if (value.$ref) return resolved(value.$ref.slice(2).split('/').reduce((found, name) => found[name], api))
  if (!value.allOf) return value
  const parts = value.allOf.map(resolved)
  return { type: 'object', required: parts.flatMap((part) => part.required ?? []), properties: Object.assign({}, ...parts.map((part) => part.properties)) }
}
const typeOf = (given, depth = 0) => {
  if (!given) return 'nothing'
  const schema = resolved(given)
  const pad = '  '.repeat(depth + 1)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeOf(choice, depth)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === 'array') return '[' + typeOf(schema.items, depth) + ']'
  if (schema.properties) {
    const required = new Set(schema.required ?? [])
    const lines = Object.entries(schema.properties).map(([name, value]) => pad + name + (required.has(name) ? '' : '?') + ': ' + typeOf(value, depth + 1))
    return '{\\n' + lines.join('\\n') + '\\n' + '  '.repeat(depth) + '}'
  }
  const named = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0]
  if (typeof named === 'object') return '{ [name]: ' + typeOf(named, depth) + ' }'
  const limits = [['minimum', '≥ '], ['maximum', '≤ '], ['maxLength', 'at most '], ['format', ''], ['pattern', '']]
    .filter(([key]) => schema[key] !== undefined).map(([key, word]) => word + schema[key])
  return (Array.isArray(schema.type) ? schema.type.join(' | ') : schema.type ?? 'anything') + (limits.length ? ' (' + limits.join(', ') + ')' : '')
}
const show = (path, method, call) => {
  const main = document.getElementById('call')
  main.replaceChildren(element('h1', method.toUpperCase() + ' ' + path), element('p', [call.summary, call.description].filter(Boolean).join(' — ')))
  const part = (title, text) => main.append(element('h3', title), element('pre', text))
  const parameters = call.parameters ?? []
  if (parameters.length) part('Parameters', parameters.map((one) => one.in + ' ' + one.name + (one.required ? '' : '?') + ': ' + typeOf(one.schema)).join('\\n'))
  for (const [type, body] of Object.entries(call.requestBody?.content ?? {})) part('Body (' + type + ')', typeOf(body.schema))
  for (const body of Object.values(resolved(call.responses['200']).content)) part('Answer', typeOf(body.schema))
  for (const body of Object.values(resolved(call.responses.default).content)) part('Refusal', typeOf(body.schema))
}
const start = async () => {
  api = await (await fetch('/openapi.json')).json()
  const calls = Object.entries(api.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, call]) => ({ path, method, call, key: method + ' ' + path })))
  const list = document.getElementById('calls')
  const draw = (words) => {
    list.replaceChildren()
    let group = ''
    for (const one of calls.toSorted((a, b) => (a.call.tags[0] + a.path).localeCompare(b.call.tags[0] + b.path))) {
      if (!(one.key + ' ' + one.call.summary).toLowerCase().includes(words.toLowerCase())) continue
      if (group !== one.call.tags[0]) list.append(element('h2', (group = one.call.tags[0])))
      const link = element('a', '', { href: '#' + encodeURIComponent(one.key) })
      link.append(element('b', one.method.toUpperCase() + ' '), one.path)
      list.append(link)
    }
  }
  const open = () => {
    const key = decodeURIComponent(location.hash.slice(1))
    const found = calls.find((one) => one.key === key)
    if (found) return show(found.path, found.method, found.call)
    document.getElementById('call').replaceChildren(element('h1', api.info.title), element('p', api.info.description))
  }
  document.querySelector('input').addEventListener('input', (event) => draw(event.target.value))
  addEventListener('hashchange', open)
  draw('')
  open()
}
void start()
`
