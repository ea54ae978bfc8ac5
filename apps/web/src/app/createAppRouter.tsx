import { LOCALES, parsePath } from '@x/locale'
import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import type { Services } from '../services.ts'
import { PageFailure } from './PageFailure.tsx'
import { Shell } from './Shell.tsx'

/** Every page, loaded when it is first shown. Paths are without the language prefix. */
const PAGES: readonly RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('../features/home/HomePage.tsx')).HomePage }) },
  { path: 'markets', lazy: async () => ({ Component: (await import('../features/home/HomePage.tsx')).HomePage }) },
  { path: 'login', lazy: async () => ({ Component: (await import('../features/login/LoginPage.tsx')).LoginPage }) },
  { path: 'register', lazy: async () => ({ Component: (await import('../features/register/RegisterPage.tsx')).RegisterPage }) },
  { path: 'spot', loader: ({ request }) => redirect(new URL(request.url).pathname.replace(/\/?$/, '/BTCUSDT')) },
  { path: 'spot/:symbol', lazy: async () => ({ Component: (await import('../features/spot/SpotPage.tsx')).SpotPage }) },
  { path: 'asset', lazy: async () => ({ Component: (await import('../features/assets/AssetsPage.tsx')).AssetsPage }) },
  { path: 'asset/spot', lazy: async () => ({ Component: (await import('../features/assets/AssetsPage.tsx')).AssetsPage }) },
  { path: 'record/exchange', lazy: async () => ({ Component: (await import('../features/records/RecordsPage.tsx')).RecordsPage }) },
  { path: '*', lazy: async () => ({ Component: (await import('../features/not-found/NotFoundPage.tsx')).NotFoundPage }) },
]

export type AppRouter = ReturnType<typeof createBrowserRouter>

/** The same pages under each of the 26 prefixes and without one; an unknown first segment is a path. */
export function createAppRouter({ preferences, catalog, simulation }: Services): AppRouter {
  /** The address decides the language; its catalog is on screen before the page is. */
  const followLanguage = async ({ request }: { request: Request }) => {
    const { pathname, search, hash } = new URL(request.url)
    const { locale, redirect: canonical } = parsePath(pathname)
    if (canonical) return redirect(canonical + search + hash)
    const elsewhere = simulation.guard(pathname)
    if (elsewhere) return redirect(elsewhere)
    preferences.enter(locale)
    await catalog.switchTo(preferences.getState().locale)
    return null
  }
  const branch = (path: string): RouteObject => ({
    path,
    Component: Shell,
    loader: followLanguage,
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    HydrateFallback: () => null,
    ErrorBoundary: PageFailure,
    children: [{ ErrorBoundary: PageFailure, children: [...PAGES] }],
  })
  return createBrowserRouter([...LOCALES.map((locale) => branch(`/${locale}`)), branch('/')])
}
