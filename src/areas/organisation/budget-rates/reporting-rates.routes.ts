import { Type } from 'typebox'
import { nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { CHOICES } from '../selectors/choices.ts'
import { budgetRates, readsSeveralAreas } from './reporting-rates.server.ts'

const reportingRates = defineRoute({
  method: 'POST',
  path: '/aps/reportingRates',
  right: CHOICES,
  summary: 'The budget rates of a year, for a reader of several areas; null for others, and where the year has none',
  mode: 'read',
  body: Type.Object({ year: Type.Integer({ minimum: 2000, maximum: 2100 }) }),
  data: nullable(
    Type.Object({
      year: Type.Integer(),
      base: text,
      version: Type.Integer(),
      publishedOn: text,
      rates: Type.Array(Type.Object({ currency: text, units: text })),
    }),
  ),
  async handler(tx, context, { body: { year } }) {
    const [isForReader, rates] = await Promise.all([readsSeveralAreas(tx, context), budgetRates(tx, year)])
    return isForReader && rates ? { ...rates, rates: [...rates.rates] } : null
  },
})

export const reportingRatesRoutes: readonly Route[] = [reportingRates]
