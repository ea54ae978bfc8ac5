import { type MessageId, useMessages } from '../../lib/messages/messages.ts'
import { useLayoutEffect } from 'react'
import { hasOwnTitle, PRODUCT, PUBLIC_PAGES, titleWith } from '../../lib/page-heads/pageHeads.ts'
import { usePagePath } from '../../lib/router/paths.ts'

/**
 * Keeps the document's title in step with the page and the language. A page that knows more (the
 * price of a pair) writes over it in an effect, which runs after this one.
 */
export function useDocumentTitle(): void {
  const path = usePagePath().replace(/(.)\/$/, '$1')
  const text = useTitleOf(path)
  const title = text === undefined ? PRODUCT : titleWith(text)
  // Again for each address: the page before may have written over it.
  useLayoutEffect(() => {
    document.title = title
  }, [title, path])
}

type PlainTitle = Exclude<MessageId & `head.${string}.title`, 'head.spot.title'>

/** `undefined` where the page itself writes it when its texts have come. */
function useTitleOf(path: string): string | undefined {
  const t = useMessages()
  if (hasOwnTitle(path)) return undefined
  const spot = /^\/spot\/([^/]+)$/.exec(path)?.[1]
  const page = PUBLIC_PAGES.find((candidate) => candidate.path === path)
  if (page?.title === 'head.spot.title' || spot !== undefined)
    return t('head.spot.title', { pair: page?.pair ?? spot?.toUpperCase() ?? '' })
  if (page) return t(page.title as PlainTitle)
  if (path === '/spot') return t('shell.spot')
  if (/^\/(?:futures|trade-swap)/.test(path)) return t('shell.futures')
  if (path === '/asset/spot') return `${t('shell.spot')} · ${t('shell.assets')}`
  if (path.startsWith('/asset')) return t('shell.assets')
  if (path.startsWith('/record')) return t('shell.orders')
  if (path.startsWith('/account/')) return t('shell.account')
  if (path.startsWith('/login/')) return t('head.login.title')
  return undefined
}
