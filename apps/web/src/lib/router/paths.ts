import { addLocale, stripLocale } from '@x/locale'
import { useLocale } from '@x/locale/react'
import { useStore } from '@x/kit/react'
import { useLocation, useNavigate } from 'react-router'
import { useServices } from '../services/servicesContext.ts'

/** Links are always prefixed with the language on screen. */
export function useLocalePath(): (path: string) => string {
  const { locale } = useLocale()
  return (path) => addLocale(path, locale)
}

/**
 * Where the way around leads for a page, in the language on screen; `undefined` where paper mode
 * has no such page (spec 2.3).
 */
export function usePlace(): (path: string) => string | undefined {
  const { simulation } = useServices()
  const isPaper = useStore(simulation) === 'on'
  const to = useLocalePath()
  return (path) => {
    // The entries lead on to what was chosen last; paper mode has only what is below them.
    const below = path.replace(/^\/(spot|futures)?$/, (_, name = 'spot') => `/${name}/`)
    const place = to(isPaper ? below : path)
    return isPaper && simulation.guard(place) !== undefined ? undefined : place
  }
}

/** The address without its language prefix. */
export function usePagePath(): string {
  return stripLocale(useLocation().pathname)
}

export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  const toPath = useLocalePath()
  return (path, options) => void navigate(toPath(path), options)
}
