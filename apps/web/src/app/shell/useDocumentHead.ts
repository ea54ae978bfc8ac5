import { useLocale } from '@x/locale/react'
import { useEffect, useRef } from 'react'
import { usePagePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

/**
 * Keeps canonical address, other languages and description in step with the page. The one that was
 * served has its own head already, so the code and the texts come with the first step away from it.
 */
export function useDocumentHead(): void {
  const { catalog } = useServices()
  const { locale } = useLocale()
  const path = usePagePath().replace(/(.)\/$/, '$1')
  const served = useRef(`${locale} ${path}`)
  useEffect(() => {
    if (served.current === `${locale} ${path}`) return
    served.current = ''
    let isOver = false
    const update = async () => {
      const { describePage, updateDocumentHead } = await import('./updateDocumentHead.ts')
      const description = await describePage(path, { catalog })
      if (!isOver)
        updateDocumentHead(document, { path, locale, origin: location.origin, description })
    }
    // Without the file or the texts the old head stays: nothing on screen hangs on it.
    update().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [catalog, locale, path])
}
