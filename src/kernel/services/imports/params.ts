import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Refused } from '#kernel/base/errors/errors.ts'
import { PUBLIC_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { readJson } from '#kernel/platform/http/body/json-body.ts'
import type { ImportDefinition, Importer } from './import-definition.ts'
import { importErrors } from './imports.errors.ts'

/** Parses the run's parameters; undeclared ones are refused. */
export function readParams(definition: ImportDefinition, json: string | undefined): Importer['params'] {
  const given = json === undefined || json === '' ? {} : readJson(json, PUBLIC_BOUND)
  const schema = Compile(Type.Object(definition.params ?? {}, { additionalProperties: false }))
  if (schema.Check(given)) return given
  const [problem] = schema.Errors(given)
  throw new Refused(importErrors.badParams({ field: problem?.instancePath.slice(1) || 'params' }, { field: 'params' }))
}
