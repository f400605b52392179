import { textAt } from '#kernel/base/i18n/texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { Static } from 'typebox'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { Setting } from '#kernel/engine/setting/setting.ts'
import { publishBudgetRates } from '#areas/organisation/organisation.facade.ts'
import { type ApprovalType, approvalTypes, type VariableSpec } from '#kernel/engine/approval/approval-type.ts'
import type { BandsContent, RatesContent, TemplateContent, VariableView } from '../approval-routes-wire.ts'
import { kernelVariables } from '../kernel-variables.template.ts'
import { approvalRoutesErrors } from '../approval-routes.errors.ts'
import { type AuthorityFacts, checkBands, checkRates } from '../bands/authority-rules.server.ts'
import {
  bandVersions,
  insertBands,
  insertRates,
  insertTemplate,
  rateVersions,
  settingFacts,
  templateVersions,
} from './setting.queries.ts'
import {
  bandsContent,
  bandsKey,
  ratesContent,
  templateCode,
  templateContent,
  tidyBands,
  tidyRates,
  tidyTemplate,
  yearKey,
} from './setting.schemas.server.ts'
import { routeInWords, stepTexts } from '../templates/step-words.server.ts'
import { checkTemplate, type TemplateFacts } from '../templates/template-rules.server.ts'

/** A template's approval type. A template inserted into the database by hand has none; it knows only the kernel's variables. */
export function typeOf(code: string): ApprovalType | undefined {
  return approvalTypes().find((type) => type.code === code)
}

export async function readFacts(tx: Tx, accounts: readonly string[] = []) {
  const row = await tx.first(settingFacts(accounts))
  if (!row) throw new Error('no facts of settings')
  return row
}

/** All variables allowed in conditions of a template; the bands are those of the table in force. */
export function variablesOf(
  code: string,
  bands: readonly { readonly code: string; readonly levels: readonly string[] }[],
  roles: readonly { readonly code: string }[],
): Readonly<Record<string, VariableSpec>> {
  const { band, levels, levelsBelow, drafterRoles, ...rest } = kernelVariables
  const all = [...new Set(bands.flatMap((entry) => entry.levels))]
  return {
    ...typeOf(code)?.variables,
    band: { ...band!, options: bands.map((entry) => entry.code) },
    ...rest,
    levels: { ...levels!, options: all },
    levelsBelow: { ...levelsBelow!, options: all },
    drafterRoles: { ...drafterRoles!, options: roles.map((role) => role.code) },
  }
}

/** A variable of a route as people read it: its label, and the names of its values by roles and by the documents of the route. */
export function variableViews(
  code: string,
  { bands, roles }: Pick<Awaited<ReturnType<typeof readFacts>>, 'bands' | 'roles'>,
  documents: readonly ServerDocument[],
  language: Language,
): readonly VariableView[] {
  const users = documentsOf(documents, code)
  const roleNames = Object.fromEntries(roles.map((role) => [role.code, role[language]]))
  const namesOf = (name: string): Readonly<Record<string, string>> => {
    const using = users.find(({ definition }) => definition.fields[name]?.kind === 'choice')?.definition
    const path = using && `${using.area}.documents.${using.name}.options.${name}`
    const options = using?.fields[name]?.options ?? []
    return Object.fromEntries(options.map((option) => [option, textAt(language, `${path}.${option}`)]))
  }
  return Object.entries(variablesOf(code, bands, roles)).map(([name, { label, ...rest }]) => ({
    name,
    label: label[language],
    ...rest,
    names: rest.kind === 'list' ? roleNames : namesOf(name),
  }))
}

function accountsIn({ steps }: TemplateContent): readonly string[] {
  return steps.flatMap(({ who, cc = [] }) => [who, ...cc].flatMap((one) => ('account' in one ? [one.account] : [])))
}

export function documentsOf(documents: readonly ServerDocument[], code: string): readonly ServerDocument[] {
  return documents.filter(({ definition }) =>
    Object.values(definition.actions).some((action) => action.approval === code),
  )
}

/** Routes, bands and rates count for the approvals that start after them. */
const effect = (language: Language): string => stepTexts[language].editor.publishText

const rights = { view: 'approval.template.view', edit: 'approval.template.edit', publish: 'approval.template.publish' }

export interface TemplateSetting extends Setting<TemplateContent> {
  problems(tx: Tx, key: string, content: TemplateContent): Promise<readonly Refusal[]>
}

export function templateSetting(documents: readonly ServerDocument[]): TemplateSetting {
  const problems = async (tx: Tx, key: string, content: TemplateContent) => {
    const row = await readFacts(tx, accountsIn(content))
    const type = typeOf(key)
    const users = documentsOf(documents, key)
    const facts: TemplateFacts = {
      variables: variablesOf(key, row.bands, row.roles),
      roles: new Set(row.roles.map(({ code }) => code)),
      accounts: new Set(row.accounts),
      organisations: type?.organisations ?? [],
      people: type?.people ?? [],
      fields: users.length > 0 ? new Set(users.flatMap(({ definition }) => Object.keys(definition.fields))) : null,
      bands: row.bands,
    }
    return checkTemplate(content, facts)
  }
  return {
    kind: 'template',
    called: {
      title: (language) => textAt(language, 'approval-routes.menu.templates'),
      name: (language, _key, { name }) => name[language],
      page: (key) => `/approval/templates/edit?code=${encodeURIComponent(key)}`,
      effect,
      inWords: async (tx, language, content, key) =>
        await routeInWords(tx, language, content, variableViews(key, await readFacts(tx), documents, language)),
    },
    audited: 'approvalTemplate',
    rights,
    key: templateCode,
    content: templateContent,
    tidy: (content) => tidyTemplate(content as Static<typeof templateContent>),
    known: (_tx, key) => {
      if (!typeOf(key)) throw new Refused(approvalRoutesErrors.unknownTemplate())
    },
    problems,
    check: (tx, _context, key, content) => problems(tx, key, content),
    async versions(tx, key) {
      const rows = await tx.rows(templateVersions(key))
      return rows.map((meta) => ({
        meta,
        content: { name: { zh: meta.name_zh, en: meta.name_en }, process: meta.process, steps: meta.steps },
      }))
    },
    insert: ({ key, version, content, note, draftedBy, publishedBy, at }) => [
      insertTemplate(
        key,
        version,
        content.name.zh.trim(),
        content.name.en.trim(),
        content.process,
        JSON.stringify(content.steps),
        note,
        draftedBy,
        publishedBy,
        at,
      ),
    ],
  }
}

async function authorityFacts(tx: Tx): Promise<AuthorityFacts> {
  const row = await readFacts(tx)
  // A band is chosen before its own variables are known.
  const variables = Object.assign({}, ...approvalTypes().map((type) => type.variables)) as AuthorityFacts['variables']
  return {
    currencies: new Set(row.currencies),
    roles: new Set(row.roles.map(({ code }) => code)),
    variables,
    needed: row.needed,
  }
}

export const bandsSetting: Setting<BandsContent> = {
  kind: 'bands',
  called: {
    title: (language) => textAt(language, 'approval-routes.menu.bands'),
    name: () => '',
    page: () => '/approval/bands',
    effect,
  },
  audited: 'approvalBands',
  rights,
  key: bandsKey,
  content: bandsContent,
  tidy: (content) => tidyBands(content as Static<typeof bandsContent>),
  async versions(tx) {
    const rows = await tx.rows(bandVersions())
    return rows.map((meta) => ({ meta, content: { currency: meta.currency, bands: meta.bands } }))
  },
  check: async (tx, _context, _key, content): Promise<readonly Refusal[]> =>
    checkBands(content, await authorityFacts(tx)),
  insert: ({ version, content, note, draftedBy, publishedBy, at }) => [
    insertBands(version, content.currency, JSON.stringify(content.bands), note, draftedBy, publishedBy, at),
  ],
}

export const ratesSetting: Setting<RatesContent> = {
  kind: 'rates',
  called: {
    title: (language) => textAt(language, 'approval-routes.menu.bands'),
    page: (key) => `/approval/bands?year=${encodeURIComponent(key)}`,
    effect,
  },
  audited: 'yearRates',
  rights,
  key: yearKey,
  content: ratesContent,
  tidy: (content) => tidyRates(content as Static<typeof ratesContent>),
  async versions(tx, key) {
    const rows = await tx.rows(rateVersions(Number(key)))
    return rows.map((meta) => ({ meta, content: { base: meta.base, rates: meta.rates } }))
  },
  check: async (tx, _context, _key, content): Promise<readonly Refusal[]> =>
    checkRates(content, await authorityFacts(tx)),
  insert: ({ key, version, content, note, draftedBy, publishedBy, at }) =>
    insertRates([Number(key), version, content.base, note, draftedBy, publishedBy, at], content.rates),
  published: (tx, { key, version, content: { base, rates }, publishedBy, at }, requestId) =>
    publishBudgetRates(tx, { year: Number(key), version, base, rates, publishedBy, at, requestId }),
}
