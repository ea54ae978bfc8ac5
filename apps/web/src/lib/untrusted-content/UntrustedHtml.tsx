import { useEffect, useState } from 'react'
import { useUntrusted } from './useUntrusted.ts'

/** HTML that others wrote, cleaned; nothing until it is. */
export function UntrustedHtml({
  html,
  className,
}: {
  html: string
  className?: string | undefined
}) {
  const foreign = useUntrusted()
  const [shown, setShown] = useState<{
    readonly of: string
    readonly clean: string | TrustedHTML
  }>()
  useEffect(() => {
    let isCurrent = true
    void foreign.html(html).then((clean) => isCurrent && setShown({ of: html, clean }))
    return () => {
      isCurrent = false
    }
  }, [foreign, html])
  // What an earlier text left must not stand under a new title.
  if (shown?.of !== html) return <div className={className} aria-busy="true" />
  return <div className={className} dangerouslySetInnerHTML={{ __html: shown.clean }} />
}
