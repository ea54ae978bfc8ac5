import { parsePath } from '@x/locale'
import { SimulationGate } from '@x/simulation/react'
import { Navigate, useLocation, useRoutes } from 'react-router'
import { PageBoundary } from '../../lib/lazy/PageBoundary.tsx'
import { PAGES } from './pages.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { Shell } from './Shell.tsx'
import { useAddressLanguage } from './useAddressLanguage.ts'
import { useScrollMemory } from '../router/useScrollMemory.ts'

/**
 * The same pages under each of the 26 prefixes and without one; an unknown first segment is a path.
 */
export function AppRoutes() {
  const { simulation } = useServices()
  const { pathname, search, hash } = useLocation()
  const { locale, redirect } = parsePath(pathname)
  useAddressLanguage(locale)
  useScrollMemory()
  // The prefix is data, not a branch of its own: a change of language keeps what is mounted, and
  // with it what is being typed.
  const routes = useRoutes([
    { path: locale ? `/${locale}` : '/', element: <Shell />, children: [...PAGES] },
  ])
  if (redirect) return <Navigate to={redirect + search + hash} replace />
  return (
    <PageBoundary place={pathname}>
      <SimulationGate simulation={simulation} path={pathname}>
        {routes}
      </SimulationGate>
    </PageBoundary>
  )
}
