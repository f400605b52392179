import { createContext } from 'react'

/** The further table whose rows are shown; none for the lines. */
export const TableContext = createContext<string | undefined>(undefined)
