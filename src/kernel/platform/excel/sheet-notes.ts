import { columnLetters, MAIN, XML, xmlText } from './sheet-xml.ts'

/** A comment on a title cell. */
export interface HeadNote {
  /** Zero-based. */
  readonly column: number
  readonly text: string
}

export function notesXml(notes: readonly HeadNote[]): string {
  const entries = notes.map(
    ({ column, text }) =>
      `<comment ref="${columnLetters(column)}1" authorId="0"><text><t xml:space="preserve">${xmlText(text)}</t></text></comment>`,
  )
  return `${XML}<comments xmlns="${MAIN}"><authors><author/></authors><commentList>${entries.join('')}</commentList></comments>`
}

/** Height of a note without scrolling, in rows; a note is three columns wide. */
const ROWS = 5

/** Notes are displayed only with a VML shape; spreadsheet programs still require this older format. */
export function noteShapesXml(notes: readonly HeadNote[]): string {
  const shapes = notes.map(
    ({ column }, index) =>
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;z-index:${index + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"/></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1},15,0,2,${column + 3},31,${ROWS},4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  )
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${shapes.join('')}</xml>`
}
