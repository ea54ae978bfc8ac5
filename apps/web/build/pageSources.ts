/** Modules from the root of the app, by which the files of a page are found. */
export interface PageSources {
  readonly page: string
  /** What a narrow and a wide screen show in it. */
  readonly phone?: string
  readonly wide?: string
  /** Parts of the catalog whose texts come with it. */
  readonly parts: readonly string[]
}

const of = (name: string): string => `src/features/${name}.tsx`

const SPOT: PageSources = {
  page: of('spot/SpotPage'),
  phone: of('spot/PhoneTerminal'),
  wide: of('spot/DesktopTerminal'),
  parts: ['terminal'],
}
const FUTURES: PageSources = {
  page: of('futures/FuturesPage'),
  phone: of('futures/FuturesPhone'),
  wide: of('futures/FuturesDesktop'),
  parts: ['futures', 'terminal'],
}
const PAGES: Readonly<Record<string, PageSources>> = {
  '/': { page: of('home/HomePage'), parts: ['home'] },
  '/markets': { page: of('markets/MarketsPage'), parts: ['pages'] },
  '/login': { page: of('login/LoginPage'), parts: ['pages', 'entry'] },
  '/register': { page: of('register/RegisterPage'), parts: ['pages', 'entry'] },
}

/** Folders of addresses that share a document where they have none of their own. */
export const SHARED_DOCUMENTS = ['/spot', '/futures/usdt', '/futures/coin'] as const

/** The pages that visits often begin with; the others are found by their imports. */
export function pageSources(path: string): PageSources | undefined {
  if (path.startsWith('/spot/')) return SPOT
  if (path.startsWith('/futures/')) return FUTURES
  return PAGES[path]
}
