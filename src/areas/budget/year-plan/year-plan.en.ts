/** Texts of the year plan page in English; loaded with it. */
export const yearPlan = {
  title: 'Annual plan import',
  intro:
    'One workbook holds the budgets of a year. Its rows become one application for each month, project pool, department and product category; they are drafts until you submit them, all at once or one by one.',
  area: 'Area',
  year: 'Year',
  applyType: 'Becomes',
  reason: 'Reason',
  reasonOf: 'Budget plan of {year}',
  choose: 'Import the plan',
  incomplete: 'Choose area and year and give a reason first',
  earlier: 'My plans',
  file: 'File',
  rows: 'Rows',
  bad: 'Bad',
  written: 'Written',
  uploaded: 'Uploaded',
  state: 'State',
  none: 'No plan was imported yet',
  noneHint: 'Choose area and year above, download the template and upload the filled workbook.',
}

export type YearPlanPageTexts = { readonly [K in keyof typeof yearPlan]: string }
