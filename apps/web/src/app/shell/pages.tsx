import type { RouteObject } from 'react-router'
import { HomeTexts } from '../../lib/lazy/HomeTexts.tsx'
import { page, pageWithTexts } from '../../lib/lazy/page.tsx'

const loadHome = async () => (await import('../../features/home/HomePage.tsx')).HomePage
const home = <HomeTexts fetchPage={loadHome}>{page(loadHome)}</HomeTexts>
const markets = pageWithTexts(
  async () => (await import('../../features/markets/MarketsPage.tsx')).MarketsPage,
)
const lastContract = page(
  async () => (await import('../../features/futures/FuturesEntry.tsx')).FuturesEntry,
)

/**
 * The pages that most visits begin with; every other one is found in the table of `morePages`,
 * which is loaded with the first of them. Paths are without the language prefix.
 */
export const PAGES: readonly RouteObject[] = [
  { index: true, element: home },
  { path: 'markets', element: markets },
  {
    path: 'login',
    element: pageWithTexts(
      async () => (await import('../../features/login/LoginPage.tsx')).LoginPage,
    ),
  },
  {
    path: 'register',
    element: pageWithTexts(
      async () => (await import('../../features/register/RegisterPage.tsx')).RegisterPage,
    ),
  },
  {
    path: 'spot',
    element: page(async () => (await import('../../features/spot/SpotEntry.tsx')).SpotEntry),
  },
  {
    path: 'spot/:symbol',
    element: page(async () => (await import('../../features/spot/SpotPage.tsx')).SpotPage),
  },
  ...['futures', 'futures/usdt', 'futures/coin'].map((path) => ({
    path,
    element: lastContract,
  })),
  {
    path: 'futures/usdt/:symbol',
    element: page(
      async () => (await import('../../features/futures/FuturesPage.tsx')).UsdtFuturesPage,
    ),
  },
  {
    path: 'futures/coin/:symbol',
    element: page(
      async () => (await import('../../features/futures/FuturesPage.tsx')).CoinFuturesPage,
    ),
  },
  {
    path: '*',
    element: page(async () => (await import('./morePages.tsx')).MorePages),
  },
]
