import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { budgetErrors } from '../budget.errors.ts'

/** Why the budget area refuses, in English. Only the server says it: no page loads these texts. */
export const errors = {
  exceedsPool: 'The application amount exceeds the available amount of the pool ({available} {currency})',
  exceedsLine: 'The application amount {amount} exceeds the available amount of the budget, {available} {currency}',
  poolNotFunded: 'The project pool has no {currency} budget for {year}',
  duplicateLine: 'This budget is already in line {first}; a budget cannot be added to itself',
  sameBudget: 'The budgets to transfer from and to cannot be the same: {budgetCode}',
  sameCountry: 'A transfer between countries goes to another country than {country}',
  otherCountry: 'A transfer between projects stays within the country of its budget, not {country}',
  sameProject: 'A transfer between projects goes to another project than {project}',
  mixedBudgets:
    'Selected budgets must share project pool, department, year and month: {budgetCode} has another {field}',
  mixedProductClass: 'Selected budgets must be all phone or all IoT: {productLine} is of the other class',
  poolNotOfArea: 'Project pool {pool} does not belong to this area',
  departmentNotOfArea: 'Budget department {department} does not belong to this area',
  regionNotOfArea: 'Region {region} does not belong to this area',
  countryNotOfArea: 'Country {country} does not belong to this area',
  currencyNotOfArea: 'Budgets of this area are kept in {expected}, not in {currency}',
  periodClosed: 'The books of {month}/{year} are closed or being closed: nothing new can be asked for',
  areaMismatch: 'The area does not belong to this data centre',
  projectUnknown: 'Project {project} does not exist in this country, or is not funded from this pool',
  businessTypeUnknown: 'Business type {businessType} does not exist',
  productLineUnknown: 'Product line {productLine} does not exist',
  budgetUnknown: 'Budget {budgetCode} does not exist in this area',
  budgetRequired: 'Choose the budget to revoke from',
  budgetDiffers: 'Budget {budgetCode} is of another country, project, business type or product line than this line',
  plannedBefore: '{no} has this budget already: both would be granted',
  grantedBefore: 'This budget was granted {amount} {currency} already: the amount is added to it',
  withinTolerance:
    'Budget {budgetCode} would be overdrawn by {over} {currency}; its tolerance of {tolerance} % allows it',
  beyondAdvisory:
    'Budget {budgetCode} would be overdrawn by {over} {currency}; its control only advises, and this is recorded',
  budgetNotOpen: 'Budget {budgetCode} is not in use',
  notValid: 'Budget {budgetCode} is valid from {from} until before {to}',
  rateMissing: 'No budget rate of {year} from {currency} to {expected} is published',
  bookingRateMissing: 'There is no booking rate from {currency} to {expected} on {day}',
  amountTooSmall: 'The amount is less than the smallest unit of {currency}',
  exceedsStage: 'The amount {amount} {currency} exceeds what is left of it, {left} {currency}',
  duplicatePool: 'This pool is already in line {first}',
  projectHasNoCountry: 'A project budget is of no country: leave the country empty',
  projectFromPool: 'A project budget is funded by its pool',
  projectBudgetMissing:
    'Project {project} has no project budget of this business type and product line in this month to draw from',
  otherLevel: 'Budget {budgetCode} is of the other level: budgets of projects and of countries are not mixed',
  otherSource: 'Budget {budgetCode} is funded from elsewhere: what funds a budget first funds it from then on',
  poolLoaded: 'Pool {pool} has its money of {year} already: ask for a supplement',
  alreadyLoaded: 'Budget {budgetCode} has money already: ask for a supplement',
  notLoaded: 'This budget has no money yet: ask for an initial load or a grant',
} satisfies ErrorTexts<typeof budgetErrors>
