import type { RouteObject } from 'react-router'
import { MORE_PAGES } from '../src/app/shell/morePages.tsx'
import { PAGES } from '../src/app/shell/pages.tsx'

/**
 * The addresses that have a page, without the language prefix: `/`, `/markets`, `/spot/:symbol`.
 * A server answers every other one with 404 and the same document, whose script says so.
 */
export function routePatterns(): readonly string[] {
  const hasPage = ({ path }: RouteObject) => path !== '*'
  return [...PAGES, ...MORE_PAGES]
    .filter(hasPage)
    .map(({ index, path = '' }) => (index ? '/' : `/${path}`))
}
