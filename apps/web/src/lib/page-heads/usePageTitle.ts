import { useEffect } from 'react'
import { titleWith } from './pageHeads.ts'

/** The title of a page whose texts the shell does not have: written when the page has come. */
export function usePageTitle(text: string): void {
  useEffect(() => {
    document.title = titleWith(text)
  }, [text])
}
