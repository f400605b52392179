import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { budgetErrors } from '../budget.errors.ts'

/** Texts of budget refusals, in English. Only the server uses them, so no page loads them. */
export const errors = {
  exceedsPool: 'Application amount cannot exceed the available amount: the pool has {available} {currency}',
  exceedsLine: 'Application amount cannot exceed the available amount: {amount} of {available} {currency}',
  poolNotFunded: 'The project pool has no {currency} budget for {year}',
  duplicateLine: 'This budget is in line {first} already',
  sameBudget: 'Cannot add itself: {budgetCode} both gives and receives',
  sameCountry: 'A transfer between countries goes to another country than {country}',
  otherCountry: 'A transfer between projects stays within the country of its budget, not {country}',
  sameProject: 'A transfer between projects goes to another project than {project}',
  mixedBudgets:
    'Selected budgets must share project pool, department, year and month, and be all phone or all IoT: {budgetCode} has another {field}',
  mixedProductClass:
    'Selected budgets must share project pool, department, year and month, and be all phone or all IoT: {productLine} is of the other category',
  poolNotOfArea: 'Project pool {pool} does not belong to this area',
  departmentNotOfArea: 'Budget department {department} does not belong to this area',
  regionNotOfArea: 'Region {region} does not belong to this area',
  countryNotOfArea: 'Country {country} does not belong to this area',
  currencyNotOfArea: 'Budgets of this area are kept in {expected}, not in {currency}',
  periodClosed: 'The books of {month}/{year} are closed or being closed: nothing new can be asked for',
  periodMoved: 'The books of {month}/{year} were moved meanwhile; look again',
  yearNotClosing:
    'The books of {month}/{year} are still open: what is left goes once every month of the year is in closing',
  yearClosed: 'The year {year} is closed',
  yearEndEmpty: 'Choose the budgets that are taken to their end',
  yearEndTooMany: 'More than {most} budgets still have something left: carry them over or let them lapse first',
  yearEndTwice: '{budgetCode} was taken to its end by {no} already',
  nothingLeft: 'Nothing is left of {budgetCode}',
  stillInApproval: '{no} is still in approval: it has to be finished or rejected first',
  stillReserved: '{bucket}: {amount} {currency} of {count} {count, budget|budgets} is still open',
  stillLeft:
    '{amount} {currency} of {count} {count, budget|budgets} is left: it has to be carried over or to lapse first',
  runUnknown: 'There is no approved year-end run {no} of this year',
  runNotUndone: '{no} cannot be undone: a closing stands, and so does an undo',
  runUndone: '{no} was undone by {by}, or is about to be',
  yearUsed: 'The next year has used what was carried to {budgetCode}: {available} {currency} is left of {amount}',
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
  lockedInStage:
    'The amount {amount} {currency} exceeds what is free of it, {left} {currency}: {locked} {currency} are kept by documents in approval',
  accruedBefore: 'This was accrued in {year} and carried over: it is paid out or released, not accrued again',
  childInApproval:
    'Documents in approval keep {amount} {currency} of what was taken of budget {budgetCode}: they come to their end first',
  carryNothing: 'Nothing of budget {budgetCode} is open here to be carried over',
  carryOption: 'This cannot become of what is open: choose what becomes of a commitment, or of an accrual',
  carriedTwice: 'What is open of budget {budgetCode} is already taken over the end of the year by {no}',
  nextBudgetMissing: 'There is no budget of {year} with the key of {budgetCode} to charge it to',
  carryUsed:
    'The new year has used what was carried to budget {budgetCode}: {left} {currency} of {amount} {currency} are left',
  carryNotThere: 'Nothing was carried over by this document that could be taken back',
  duplicatePool: 'This pool is already in line {first}',
  projectHasNoCountry: 'A project budget is of no country: leave the country empty',
  projectFromPool: 'A project budget is funded by its pool',
  projectBudgetMissing:
    'Project {project} has no project budget of this business type and product line in this month to draw from',
  otherLevel: 'Budget {budgetCode} is of the other level: budgets of projects and of countries are not mixed',
  paidByPool:
    'Pool {pool} pays for budget {budgetCode}, because its first money came from there, and a budget is never paid by two: choose the project pool as what funds it, or another budget',
  paidByProject:
    'The budget of project {project} pays for budget {budgetCode} of the country, because its first money came from there, and a budget is never paid by two: choose the project budget as what funds it, or another budget',
  poolLoaded: 'Pool {pool} has its money of {year} already: ask for a supplement',
  alreadyLoaded: 'Budget {budgetCode} has money already: ask for a supplement',
  notLoaded: 'This budget has no money yet: ask for an initial load or a grant',
  settingNothing: 'Say what is to change: the control, the tolerance, the owner or the validity',
  settingSame: '{code} is already set like this',
  settingMoved: 'How {code} is controlled changed meanwhile; return the application, so that it shows what is so now',
  toleranceOfAbsolute: 'A tolerance belongs to an absolute control: the others have no limit',
  ownerUnknown: 'There is nobody with the account {account} who could answer for the budget',
  validityEmpty: 'A validity begins before it ends, and has at least one of the two',
  noSuchDay: '{day} is not a day such as 2026-01-31',
  overdrawnNow: '{code} is overdrawn by {over} {currency}: nothing more can be spent of it until it has money again',
} satisfies ErrorTexts<typeof budgetErrors>
