import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { zonedTime } from '#kernel/base/clock/zoned-time.ts'
import type { MessageEntry, Outgoing, MessageSection } from './outgoing.ts'
import { notifyTexts } from './wording.ts'

/** Paths of pages; every message links to settings and list. */
export const NOTIFICATIONS_PATH = '/notifications'
export const SETTINGS_PATH = '/notifications/settings'
const TASKS_PATH = '/tasks/pc'

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

export function amountOf(entry: MessageEntry): string {
  return entry.amount === null ? '' : `${formatAmount(entry.amount)} ${entry.currency ?? ''}`.trim()
}

/** `Raised by Channel Manager, India · 2026-11-21 13:30` */
function detailOf(outgoing: Outgoing, entry: MessageEntry): string {
  const texts = notifyTexts(outgoing.language).entry
  const drafter = entry.drafter === null ? [] : [interpolate(texts.drafter, { name: entry.drafter })]
  return [...drafter, zonedTime(entry.at, outgoing.zone)].join(' · ')
}

/** Why the person gets the mail. The people of a customer get announcements without taking part in an approval. */
function footOf({ language, sections, zone }: Outgoing): readonly string[] {
  const { footer } = notifyTexts(language)
  const entries = sections.flatMap((section) => section.entries)
  const isAnnounced = entries.length > 0 && entries.every(({ kind }) => kind === 'announced')
  return [isAnnounced ? footer.announced : footer.why, interpolate(footer.zone, { zone }), footer.noReply]
}

/** The plain text part, for mail programs without HTML, and for search. */
export function mailText(outgoing: Outgoing, publicUrl: string): string {
  const texts = notifyTexts(outgoing.language)
  const entryText = (entry: MessageEntry): string =>
    [
      `${entry.no}  ${entry.title}`,
      [entry.sentence, amountOf(entry)].filter(Boolean).join(' · '),
      detailOf(outgoing, entry),
      ...(entry.opinion === null ? [] : [interpolate(texts.entry.opinion, { opinion: entry.opinion })]),
      `${texts.open}: ${publicUrl}${entry.url}`,
      `${texts.openPhone}: ${publicUrl}${entry.mobileUrl}`,
    ].join('\n')
  const sectionText = (section: MessageSection): string =>
    [
      `== ${section.title} ==`,
      ...section.entries.map(entryText),
      ...(section.more > 0 ? [interpolate(texts.more, { count: section.more })] : []),
    ].join('\n\n')
  return [
    `${outgoing.greeting}\n${outgoing.intro}`,
    ...outgoing.sections.map(sectionText),
    [
      '--',
      `${texts.openAll}: ${publicUrl}${NOTIFICATIONS_PATH}`,
      `${texts.footer.settings}: ${publicUrl}${SETTINGS_PATH}`,
      footOf(outgoing).join(' '),
    ].join('\n'),
  ].join('\n\n')
}

/** Loads nothing external; mail programs that support it use the dark colours. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#f6f7f9;color:#1f2329;font:14px/1.6 -apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans SC",Arial,sans-serif}
a{color:#1657d0}.page{max-width:600px;margin:0 auto;padding:24px 16px}.sheet{background:#fff;border:1px solid #e3e6ea;border-radius:6px;padding:8px 20px 20px}
h1{margin:16px 0 4px;font-size:17px;line-height:1.4;font-weight:600}h2{margin:20px 0 4px;font-size:14px;font-weight:600}.entry{padding:12px 0;border-top:1px solid #e3e6ea}.no{font-variant-numeric:tabular-nums;color:#5b6470}
.title{font-weight:600}.quiet{color:#5b6470;font-size:13px}.amount{font-variant-numeric:tabular-nums}blockquote{margin:6px 0;padding:0 0 0 10px;border-left:2px solid #c9ced6}
.foot{padding:16px 20px 0;color:#5b6470;font-size:12px}p{margin:12px 0}
@media (prefers-color-scheme:dark){body{background:#101318;color:#e6e8eb}a{color:#7fa7ff}.sheet{background:#181c22;border-color:#2d333b}.entry{border-color:#2d333b}
.no,.quiet,.foot{color:#a3abb6}blockquote{border-color:#454d58}}`

export function mailHtml(outgoing: Outgoing, publicUrl: string): string {
  const texts = notifyTexts(outgoing.language)
  const link = (path: string, text: string, label?: string): string =>
    `<a href="${escaped(publicUrl + path)}"${label ? ` aria-label="${escaped(label)}"` : ''}>${escaped(text)}</a>`
  const entryHtml = (entry: MessageEntry): string => {
    const amount = amountOf(entry)
    const opinion =
      entry.opinion === null
        ? ''
        : `<blockquote>${escaped(interpolate(texts.entry.opinion, { opinion: entry.opinion }))}</blockquote>`
    return `<div class="entry"><div><span class="no">${escaped(entry.no)}</span> <span class="title">${escaped(entry.title)}</span></div>
<div>${escaped(entry.sentence)}${amount === '' ? '' : ` · <span class="amount">${escaped(amount)}</span>`}</div>${opinion}
<div class="quiet">${escaped(detailOf(outgoing, entry))}</div>
<div>${link(entry.url, texts.open, `${texts.open} ${entry.no}`)} · ${link(entry.mobileUrl, texts.openPhone, `${texts.openPhone} ${entry.no}`)}</div></div>`
  }
  const sectionHtml = (section: MessageSection): string =>
    `<h2>${escaped(section.title)}</h2>${section.entries.map(entryHtml).join('')}${
      section.more > 0 ? `<p class="quiet">${escaped(interpolate(texts.more, { count: section.more }))}</p>` : ''
    }`
  const lists =
    outgoing.kind === 'test'
      ? ''
      : `<p>${link(TASKS_PATH, texts.openTasks)} · ${link(NOTIFICATIONS_PATH, texts.openAll)}</p>`
  const foot = footOf(outgoing)
  return `<!doctype html>
<html lang="${outgoing.language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escaped(outgoing.subject)}</title><style>${STYLE}</style></head>
<body><main class="page"><div class="sheet"><h1>${escaped(outgoing.subject)}</h1><p>${escaped(outgoing.greeting)}<br>${escaped(outgoing.intro)}</p>
${outgoing.sections.map(sectionHtml).join('')}${lists}</div>
<div class="foot">${escaped(foot.join(' '))} ${link(SETTINGS_PATH, texts.footer.settings)}</div></main></body></html>`
}
