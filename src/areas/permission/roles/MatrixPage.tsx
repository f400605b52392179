import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useId, useMemo } from 'react'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { useTabState } from '#kernel/web/console/shell/tabs/use-tab-state.ts'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { ScrollAside } from '#kernel/web/ui/ScrollAside.tsx'
import { Loading } from '../Loading.tsx'
import { permissionApi, permissionKeys } from '../permission-api.web.ts'
import type { Matrix } from '../permission-wire.ts'
import { label } from '../permission-texts.web.ts'
import '../permission.css'

/** Every right against every role. */
export default function MatrixPage() {
  const [find, setFind] = useTabState('find', '')
  const [area, setArea] = useTabState<string | null>('area', null)
  const [chosen, setChosen] = useTabState<readonly string[]>('roles', [])
  const [isDiffering, setDiffering] = useTabState('differing', false)
  const { data, error, refetch } = useQuery({
    queryKey: permissionKeys.matrix,
    queryFn: ({ signal }) => permissionApi.matrix({ signal, handles: true }),
    refetchOnMount: 'always',
  })
  const shown = useMemo(
    () => (data ? filtered(data, { find, area, chosen, isDiffering }) : null),
    [data, find, area, chosen, isDiffering],
  )
  const id = useId()
  const areas = [...new Set(data?.rights.map((right) => right.area))]
  return (
    <>
      <header className="page-head">
        <h1>{label('matrix.title')}</h1>
        <div className="page-head-tools">
          <ExportButton
            path="/aps/permission/matrix/export"
            right="permission.export"
            filters={{
              ...(find.trim() === '' ? {} : { keyword: find.trim() }),
              ...(chosen.length > 0 ? { roles: chosen } : {}),
            }}
          />
        </div>
      </header>
      <p className="permission-hint">{label('matrix.hint')}</p>
      <div className="permission-filters">
        <Field id={`${id}-find`} label={label('matrix.find')}>
          <Input value={find} allowClear onChange={(event) => setFind(event.target.value)} />
        </Field>
        <Field id={`${id}-area`} label={label('matrix.area')}>
          <TextChoice
            value={area}
            allowClear
            placeholder={label('matrix.allAreas')}
            options={areas.map((name) => ({ value: name, label: name }))}
            onChange={setArea}
          />
        </Field>
        <Field id={`${id}-roles`} label={label('matrix.rolesShown')}>
          <Select
            mode="multiple"
            maxTagCount="responsive"
            value={[...chosen]}
            placeholder={label('matrix.allRoles')}
            optionFilterProp="label"
            options={(data?.roles ?? []).map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(codes: string[]) => setChosen(codes)}
          />
        </Field>
        <Checkbox checked={isDiffering} onChange={(isChecked) => setDiffering(isChecked)}>
          {label('matrix.differing')}
        </Checkbox>
      </div>
      <Loading error={error} hasData={data !== undefined} onRetry={() => void refetch()} />
      {shown ? <MatrixTable {...shown} /> : null}
    </>
  )
}

interface MatrixFilters {
  readonly find: string
  readonly area: string | null
  readonly chosen: readonly string[]
  readonly isDiffering: boolean
}

function filtered({ roles, rights }: Matrix, { find, area, chosen, isDiffering }: MatrixFilters): Matrix {
  const columns = chosen.length > 0 ? roles.filter(({ code }) => chosen.includes(code)) : roles
  const word = find.trim().toLowerCase()
  return {
    roles: columns,
    rights: rights.filter((right) => {
      if (area !== null && right.area !== area) return false
      if (word !== '' && !`${right.name} ${right.code}`.toLowerCase().includes(word)) return false
      const holding = columns.filter(({ code }) => right.roles.includes(code)).length
      return !isDiffering || (holding > 0 && holding < columns.length)
    }),
  }
}

function MatrixTable({ roles, rights }: Matrix) {
  if (rights.length === 0) return <p className="quiet">{label('matrix.none')}</p>
  return (
    <>
      <p className="quiet permission-count" role="status">
        {label('matrix.count', { count: rights.length })}
      </p>
      <ScrollAside className="permission-matrix" label={label('matrix.title')}>
        <table>
          <caption className="unseen">{label('matrix.title')}</caption>
          <thead>
            <tr>
              <th scope="col" className="permission-matrix-right">
                {label('matrix.right')}
              </th>
              {roles.map(({ code, name }) => (
                <th key={code} scope="col" title={`${name} (${code})`}>
                  <span className="permission-matrix-role">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          {[...Map.groupBy(rights, (right) => right.area)].map(([area, own]) => (
            <tbody key={area}>
              <tr className="permission-matrix-area">
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  <span>{area}</span>
                </th>
              </tr>
              {own.map((right) => (
                <tr key={right.code}>
                  <th scope="row" className="permission-matrix-right">
                    {right.name} <code className="permission-code">{right.code}</code>
                  </th>
                  {roles.map(({ code }) => (
                    <td key={code}>
                      {right.roles.includes(code) ? (
                        <span className="permission-held">
                          <Icon name="check" />
                          <span className="unseen">{label('matrix.held')}</span>
                        </span>
                      ) : (
                        <span className="unseen">{label('matrix.notHeld')}</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </ScrollAside>
    </>
  )
}
