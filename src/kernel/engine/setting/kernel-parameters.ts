import { setSessionLimits } from '#kernel/platform/access/session-limits.ts'
import type { Config } from '#kernel/base/config/config.ts'
import { type Language, setDefaultLanguage } from '#kernel/base/i18n/language.ts'
import {
  choiceParameter,
  defineParameters,
  integerParameter,
  type Parameter,
  type Unit,
} from '#kernel/platform/parameter/parameter.ts'
import { languageLabel, type ParameterName, parameterTexts } from '#kernel/platform/parameter/parameter-texts.ts'

const integer = (key: string, name: ParameterName, unit: Unit, min: number, max: number): Parameter => ({
  key,
  kind: 'integer',
  unit,
  min,
  max,
  ...parameterTexts(name),
})

const kernelParameters: readonly Parameter[] = [
  integer('session.idleMinutes', 'idle', 'minutes', 5, 1_440),
  integer('session.linkIdleMinutes', 'linkIdle', 'minutes', 5, 1_440),
  integer('session.absoluteMinutes', 'absolute', 'minutes', 15, 43_200),
  integer('session.stepUpMinutes', 'stepUp', 'minutes', 1, 120),
  integer('approval.urgeHours', 'urge', 'hours', 1, 720),
  integer('download.days', 'downloadDays', 'days', 1, 90),
  integer('notification.days', 'notificationDays', 'days', 1, 3_650),
  // Low enough to stop a client, high enough that an office behind one address goes on working.
  integer('limit.addressPerMinute', 'addressLimit', 'perMinute', 600, 10_000_000),
  integer('limit.personPerMinute', 'personLimit', 'perMinute', 60, 10_000_000),
  {
    key: 'language.default',
    kind: 'choice',
    options: ['en', 'zh'],
    optionLabel: languageLabel,
    ...parameterTexts('language'),
  },
]

/**
 * The configuration with the values that administrators set in the running product: the environment's value applies
 * until something is published. They are read at each use, so nobody copies them.
 */
export function withParameters(config: Config): Config {
  defineParameters(kernelParameters, {
    'session.idleMinutes': 240,
    'session.linkIdleMinutes': 60,
    'session.absoluteMinutes': config.session.lifetimeMinutes,
    'session.stepUpMinutes': 10,
    'approval.urgeHours': config.urgeHours,
    'download.days': config.downloads.days,
    'notification.days': config.notify.days,
    'limit.addressPerMinute': config.limits.requestsPerMinute,
    'limit.personPerMinute': config.limits.requestsPerPerson,
    'language.default': 'en',
  })
  setSessionLimits(() => ({
    idleMinutes: integerParameter('session.idleMinutes'),
    linkIdleMinutes: integerParameter('session.linkIdleMinutes'),
    absoluteMinutes: integerParameter('session.absoluteMinutes'),
    stepUpMinutes: integerParameter('session.stepUpMinutes'),
  }))
  setDefaultLanguage(() => choiceParameter('language.default') as Language)
  return {
    ...config,
    get urgeHours() {
      return integerParameter('approval.urgeHours')
    },
    session: {
      get lifetimeMinutes() {
        return integerParameter('session.absoluteMinutes')
      },
    },
    downloads: {
      ...config.downloads,
      get days() {
        return integerParameter('download.days')
      },
    },
    notify: {
      ...config.notify,
      get days() {
        return integerParameter('notification.days')
      },
    },
    limits: {
      ...config.limits,
      get requestsPerMinute() {
        return integerParameter('limit.addressPerMinute')
      },
      get requestsPerPerson() {
        return integerParameter('limit.personPerMinute')
      },
    },
  }
}
