import { type ComponentType, lazy } from 'react'
import { Navigate, type RouteObject } from 'react-router'

const page = (load: () => Promise<ComponentType>) => {
  const Page = lazy(async () => ({ default: await load() }))
  return <Page />
}

const home = page(async () => (await import('../features/home/HomePage.tsx')).HomePage)
const assets = page(async () => (await import('../features/assets/AssetsPage.tsx')).AssetsPage)

/** Every page, loaded when it is first shown. Paths are without the language prefix. */
export const PAGES: readonly RouteObject[] = [
  { index: true, element: home },
  { path: 'markets', element: home },
  { path: 'login', element: page(async () => (await import('../features/login/LoginPage.tsx')).LoginPage) },
  { path: 'register', element: page(async () => (await import('../features/register/RegisterPage.tsx')).RegisterPage) },
  { path: 'spot', element: <Navigate to="BTCUSDT" replace /> },
  { path: 'spot/:symbol', element: page(async () => (await import('../features/spot/SpotPage.tsx')).SpotPage) },
  { path: 'asset', element: assets },
  { path: 'asset/spot', element: assets },
  { path: 'record/exchange', element: page(async () => (await import('../features/records/RecordsPage.tsx')).RecordsPage) },
  { path: '*', element: page(async () => (await import('../features/not-found/NotFoundPage.tsx')).NotFoundPage) },
]
