import { cardText } from './card-texts.ts'

/** Both ways of each column by which the rows of a list can be ordered. */
export function ordersOf(columns: readonly { readonly title: string; readonly sort?: string | false | undefined }[]) {
  return columns.flatMap(({ title, sort }) =>
    sort
      ? [
          { value: sort, label: cardText('up', { column: title }) },
          { value: `-${sort}`, label: cardText('down', { column: title }) },
        ]
      : [],
  )
}
