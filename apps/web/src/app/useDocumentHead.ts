import { useLocale } from '@x/locale/react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../messages.ts'
import { PUBLIC_PAGES } from './pageHeads.ts'
import { usePagePath } from './paths.ts'

/** Keeps canonical address, other languages and description in step with the page. The one that was served has its own head already, so the code comes with the first step away from it. */
export function useDocumentHead(): void {
  const t = useMessages()
  const { locale } = useLocale()
  const path = usePagePath().replace(/(.)\/$/, '$1')
  const page = PUBLIC_PAGES.find((candidate) => candidate.path === path)
  const description = page && (page.description === 'head.spot.description' ? t(page.description, { pair: page.pair ?? '' }) : t(page.description as Exclude<typeof page.description, 'head.spot.description'>))
  const served = useRef(`${locale} ${path}`)
  useEffect(() => {
    if (served.current === `${locale} ${path}`) return
    served.current = ''
    let isOver = false
    // Without the file the old head stays: nothing on screen hangs on it.
    void import('./writeHead.ts').then(({ writeHead }) => isOver || writeHead(document, { path, locale, origin: location.origin, description }), () => undefined)
    return () => {
      isOver = true
    }
  }, [locale, path, description])
}
