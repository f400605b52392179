import type { RightRow, RightsCatalogue } from '../permission-wire.ts'
import { label } from '../permission-texts.web.ts'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { OPERATIONS, operationOf, subjectName, subjectsOf } from './rights-matrix.ts'

interface RightsMatrixProps {
  readonly area: string
  readonly rights: readonly RightRow[]
  readonly pages: RightsCatalogue['pages']
  readonly held: ReadonlySet<string>
  readonly isReadOnly: boolean
  readonly onPut: (codes: readonly string[], isHeld: boolean) => void
}

/** The rights of one area: a row for each subject, a column for each usual operation, the others by name. */
export function RightsMatrix({ area, rights, pages, held, isReadOnly, onPut }: RightsMatrixProps) {
  const codes = rights.map(({ code }) => code)
  const count = codes.filter((code) => held.has(code)).length
  const columns = OPERATIONS.filter((operation) => rights.some(({ code }) => operationOf(code) === operation))
  const box = (own: readonly string[], isAll: boolean, isSome: boolean, name: string) => (
    <Checkbox
      checked={isAll}
      isSome={isSome}
      disabled={isReadOnly}
      aria-label={name}
      title={name}
      onChange={(isChecked) => onPut(own, isChecked)}
    />
  )
  return (
    <tbody>
      <tr className="permission-matrix-area">
        <th scope="rowgroup" className="permission-matrix-right">
          {box(codes, count === codes.length, count > 0, label('roles.all', { area }))} {area}
        </th>
        {OPERATIONS.map((operation) => {
          const own = rights.flatMap(({ code }) => (operationOf(code) === operation ? code : []))
          const some = own.filter((code) => held.has(code)).length
          return (
            <td key={operation}>
              {columns.includes(operation)
                ? box(
                    own,
                    some === own.length,
                    some > 0,
                    label('roles.allOf', { area, operation: label(`roles.operations.${operation}`) }),
                  )
                : null}
            </td>
          )
        })}
        <td />
      </tr>
      {subjectsOf(rights).map(([subject, own]) => (
        <tr key={subject}>
          <th scope="row" className="permission-matrix-right">
            {subjectName(subject, pages)} <code className="permission-code">{subject}</code>
          </th>
          {OPERATIONS.map((operation) => {
            const right = own.find(({ code }) => operationOf(code) === operation)
            return <td key={operation}>{right ? box([right.code], held.has(right.code), false, right.name) : null}</td>
          })}
          <td>
            <div className="permission-matrix-others">
              {own
                .filter(({ code }) => operationOf(code) === null)
                .map(({ code, name }) => (
                  <Checkbox
                    key={code}
                    checked={held.has(code)}
                    disabled={isReadOnly}
                    title={code}
                    onChange={(isChecked) => onPut([code], isChecked)}
                  >
                    {name}
                  </Checkbox>
                ))}
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  )
}
