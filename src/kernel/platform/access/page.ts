import { type Language, languageOf } from '#kernel/base/i18n/language.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is already escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | Html | null | readonly (Html | string)[]

function htmlText(value: HtmlValue): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(htmlText).join('')
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Escapes every value that is not markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    parts.map((part, index) => part + (index < values.length ? htmlText(values[index] ?? null) : '')).join(''),
  )
}

const STYLE = `
:root{color-scheme:light dark;--page:#f5f7fa;--card:#fff;--line:#e3e8ef;--text:#1a2233;--soft:#5b667a;--blue:#1766e0;--hover:#0f55c4;--on:#fff;--tint:#eef4ff;--bad:#b3261e;--badtint:#fdf0ef}
@media (prefers-color-scheme:dark){:root{--page:#0e131b;--card:#171e29;--line:#2a3443;--text:#e6eaf1;--soft:#9aa6b8;--blue:#3f86f5;--hover:#5b98f7;--on:#08111f;--tint:#1b2940;--bad:#f2948e;--badtint:#2f1c1d}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;background:var(--page);color:var(--text);font:14px/1.5 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif}
a{color:var(--blue)}
header{display:flex;justify-content:space-between;align-items:center;gap:16px;padding:16px 24px}
header b{font-size:15px;letter-spacing:.01em}
header b::before{content:"";display:inline-block;width:10px;height:10px;border-radius:3px;background:var(--blue);margin-right:10px}
header a{text-decoration:none;padding:8px}
main{width:100%;max-width:424px;margin:6vh auto 48px;padding:0 16px}
main.wide{max-width:936px;display:grid;grid-template-columns:minmax(0,360px) minmax(0,1fr);gap:48px;align-items:start}
h1{font-size:24px;line-height:1.3;font-weight:600;margin:0 0 4px}
h2{font-size:15px;font-weight:600;margin:0 0 2px}
p{margin:0 0 20px;color:var(--soft)}
label{display:block;margin:0 0 16px;font-weight:500}
input{display:block;width:100%;height:40px;margin-top:6px;padding:0 12px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--blue);outline-offset:1px}
.primary{display:inline-block;width:100%;min-height:44px;padding:10px 16px;border:0;border-radius:6px;background:var(--blue);color:var(--on);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.primary:hover{background:var(--hover)}
.second{display:block;margin-top:14px;padding:8px;text-align:center}
.bad{margin:0 0 16px;padding:10px 12px;border-radius:6px;background:var(--badtint);color:var(--bad)}
.list{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:8px;margin:0;padding:0;list-style:none}
.list p{margin:0}
.list button{width:100%;height:100%;min-height:56px;padding:8px 12px;text-align:left;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;cursor:pointer}
.list button:hover{border-color:var(--blue);background:var(--tint)}
.list b{display:block;font-weight:600}
.list span{display:block;color:var(--soft);font-size:12px}
@media (max-width:760px){main,main.wide{display:block;margin-top:8px}main.wide section+section{margin-top:36px}header{padding:12px 16px}}
@media (max-width:420px){.list{grid-template-columns:minmax(0,1fr)}}
`

/** A page that the server renders by itself, without inline scripts or external assets. */
export function htmlPage(options: {
  readonly language: Language
  readonly title: string
  readonly wide?: boolean
  readonly switchTo?: { readonly href: string; readonly label: string; readonly lang: string }
  readonly body: Html
  /** Address of a script of our own origin. */
  readonly script?: string
}): string {
  const app = kernelTexts(options.language).app.title
  const { switchTo } = options
  return html`<!doctype html>
    <html lang="${options.language === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${options.title} · ${app}</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <b>${app}</b
          >${switchTo ? html`<a href="${switchTo.href}" lang="${switchTo.lang}">${switchTo.label}</a>` : null}
        </header>
        <main class="${options.wide ? 'wide' : ''}">${options.body}</main>
        ${options.script ? html`<script src="${options.script}" defer></script>` : null}
      </body>
    </html>`.text
}

/** The language of a page without a session: as requested, else the browser's. */
export function pageLanguage(asked: string | undefined, acceptLanguage: string | undefined): Language {
  return languageOf(asked === 'zh' || asked === 'en' ? asked : acceptLanguage)
}
