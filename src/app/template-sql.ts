// `node src/app/template-sql.ts [codes]`: prints the inserts of a migration that brings the delivered templates.
import type { ApprovalType } from '#kernel/engine/approval/approval-type.ts'
import { loadApprovalTypes } from './approval-types.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

function templateSql({ code, version, name, process, steps }: ApprovalType): string {
  const lines = steps.map((step) => `  ${JSON.stringify(step)}`).join(',\n')
  return `insert into approval_template (code, version, name_zh, name_en, process, steps) values
  (${quoted(code)}, ${version}, ${quoted(name.zh)}, ${quoted(name.en)}, ${quoted(process)}, ${quoted(`[\n${lines}\n]`)});\n`
}

if (import.meta.main) {
  const codes = new Set(process.argv.slice(2))
  for (const type of await loadApprovalTypes()) {
    if (codes.size === 0 || codes.has(type.code)) process.stdout.write(templateSql(type))
  }
}
