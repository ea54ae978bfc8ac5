import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { titleWith } from './pageHeads.ts'

/** The title of a page whose texts the shell does not have: written when the page has come. */
export function usePageTitle(text: string): void {
  const { pathname } = useLocation()
  // Again for each address: the shell writes one of its own then.
  useEffect(() => {
    document.title = titleWith(text)
  }, [text, pathname])
}
