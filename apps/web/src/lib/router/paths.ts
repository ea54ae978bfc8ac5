import { addLocale, stripLocale } from '@x/locale'
import { useLocale } from '@x/locale/react'
import { useLocation, useNavigate } from 'react-router'

/** Links are always prefixed with the language on screen. */
export function useLocalePath(): (path: string) => string {
  const { locale } = useLocale()
  return (path) => addLocale(path, locale)
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
