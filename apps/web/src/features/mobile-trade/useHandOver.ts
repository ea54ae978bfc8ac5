import { addLocale, isLocale } from '@x/locale'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePagePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

const THEMES = { light: 'light', white: 'light', dark: 'dark', black: 'dark' } as const

/** Theme and locale of an address, and its query without them; `undefined` where it has none. */
export function readHandOver(
  search: string,
):
  | { readonly theme?: 'light' | 'dark'; readonly locale?: string; readonly rest: string }
  | undefined {
  const params = new URLSearchParams(search)
  if (!params.has('theme') && !params.has('locale')) return undefined
  const [theme, locale] = [params.get('theme') ?? '', params.get('locale') ?? '']
  params.delete('theme')
  params.delete('locale')
  const rest = params.toString()
  return {
    ...(Object.hasOwn(THEMES, theme) ? { theme: THEMES[theme as keyof typeof THEMES] } : {}),
    ...(isLocale(locale) ? { locale } : {}),
    rest: rest === '' ? '' : `?${rest}`,
  }
}

/** Takes theme and language over from the program that opened the page: `?theme=dark&locale=ar`. */
export function useHandOver(): void {
  const { preferences } = useServices()
  const { search, pathname } = useLocation()
  const path = usePagePath()
  const navigate = useNavigate()
  useEffect(() => {
    const handed = readHandOver(search)
    if (!handed) return
    if (handed.theme) preferences.set({ theme: handed.theme })
    const target =
      handed.locale && isLocale(handed.locale) ? addLocale(path, handed.locale) : pathname
    void navigate(target + handed.rest, { replace: true })
  }, [search, pathname, path, navigate, preferences])
}
