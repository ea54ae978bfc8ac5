import { createContext } from 'react'

/** The heading of a page of the account; a section of its name has none of its own. */
export const PageHeading = createContext<
  { readonly id: string; readonly title: string } | undefined
>(undefined)
