import { en as budgetEn, type BudgetTexts } from '#areas/budget/locale/en.ts'
import { errors as budgetErrorsEn } from '#areas/budget/locale/errors.en.ts'
import { errors as budgetErrorsZh } from '#areas/budget/locale/errors.zh.ts'
import { budgetLevels as levelsEn, type LevelTexts } from '#areas/budget/locale/levels.en.ts'
import { budgetLevels as levelsZh } from '#areas/budget/locale/levels.zh.ts'
import { budgetLists as listsEn, type ListTexts } from '#areas/budget/budget-line/lists.en.ts'
import { budgetLists as listsZh } from '#areas/budget/budget-line/lists.zh.ts'
import { zh as budgetZh } from '#areas/budget/locale/zh.ts'
import { en as notifyEn, type NotifyPageTexts } from '#kernel/web/console/notify/locale/en.ts'
import { zh as notifyZh } from '#kernel/web/console/notify/locale/zh.ts'
import { accessTexts } from '#kernel/platform/access/access-texts.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { en as kernelEn, type KernelTexts } from '#kernel/base/i18n/locale/en.ts'
import { kernelErrorTexts } from '#kernel/services/area/kernel-texts.ts'
import { exporting as exportingEn, type ExportingTexts } from '#kernel/web/console/downloads/locale/exporting.en.ts'
import { exporting as exportingZh } from '#kernel/web/console/downloads/locale/exporting.zh.ts'
import { importsPage as importsEn, type ImportPageTexts } from '#kernel/web/console/imports/locale/imports-page.en.ts'
import { importsPage as importsZh } from '#kernel/web/console/imports/locale/imports-page.zh.ts'
import { server as serverEn, type ServerTexts } from '#kernel/base/i18n/locale/server.en.ts'
import { server as serverZh } from '#kernel/base/i18n/locale/server.zh.ts'
import { zh as kernelZh } from '#kernel/base/i18n/locale/zh.ts'

/** The texts that the pages show: tests find elements by their visible names, in the language on screen. */
export interface Texts {
  readonly signIn: ReturnType<typeof accessTexts>['signIn']
  readonly kernel: Omit<KernelTexts, 'errors'> &
    ServerTexts & {
      readonly errors: KernelTexts['errors'] & (typeof kernelErrorTexts)[Language]
    }
  readonly page: KernelTexts['page']
  readonly budget: BudgetTexts & { readonly errors: typeof budgetErrorsZh; readonly page: ListTexts & LevelTexts }
  readonly notify: NotifyPageTexts
  readonly exporting: ExportingTexts
  readonly imports: ImportPageTexts
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    signIn: accessTexts('en').signIn,
    kernel: {
      ...kernelEn,
      ...serverEn,
      errors: {
        ...kernelEn.errors,
        ...kernelErrorTexts.en,
        document: { ...kernelEn.errors.document, ...kernelErrorTexts.en.document },
      },
    },
    page: kernelEn.page,
    budget: { ...budgetEn, errors: budgetErrorsEn, page: { ...listsEn, ...levelsEn } },
    notify: notifyEn,
    imports: importsEn,
    exporting: exportingEn,
  },
  zh: {
    signIn: accessTexts('zh').signIn,
    kernel: {
      ...kernelZh,
      ...serverZh,
      errors: {
        ...kernelZh.errors,
        ...kernelErrorTexts.zh,
        document: { ...kernelZh.errors.document, ...kernelErrorTexts.zh.document },
      },
    },
    page: kernelZh.page,
    budget: { ...budgetZh, errors: budgetErrorsZh, page: { ...listsZh, ...levelsZh } },
    notify: notifyZh,
    imports: importsZh,
    exporting: exportingZh,
  },
}

export function textsOf(language: Language): Texts {
  return texts[language]
}

/** Fills `{name}` with the parameter of that name. */
export const filled = interpolate

/** A text with parameters, whatever they are. */
export function anyOf(text: string): RegExp {
  return new RegExp(
    text
      .split(/\{\w+(?:, [^{}]+)?\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.*'),
  )
}

/** The toast after an act on a document, whichever it is where no number is given. */
export function actedText(
  { page: { approval } }: Texts,
  act: keyof KernelTexts['page']['approval']['outcomes'],
  no?: string,
): string | RegExp {
  const text = filled(approval.done, { decision: approval.outcomes[act] })
  return no === undefined ? anyOf(text) : filled(text, { no })
}
