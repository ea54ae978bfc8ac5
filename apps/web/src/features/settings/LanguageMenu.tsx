import { LOCALE_TABLE, type Locale, switchLocale } from '@x/locale'
import { useLocale } from '@x/locale/react'
import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Menu } from '@x/ui/menu'
import { Globe } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { OFFERED_LOCALES } from './offeredLocales.ts'

/** Changes the language on the spot: path, query and what is being typed stay. */
export function LanguageMenu() {
  const t = useMessages()
  const { preferences } = useServices()
  const { locale } = useLocale()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const choose = (next: Locale) => {
    preferences.set({ locale: next })
    void navigate(switchLocale(pathname, next) + search + hash, { replace: true, preventScrollReset: true })
  }
  return (
    <Menu
      label={t('shell.language')}
      side="bottom end"
      trigger={(props) => <IconButton {...props} icon={<Icon of={Globe} size={18} />} label={t('shell.language')} />}
      items={OFFERED_LOCALES.map((key) => ({ key, label: LOCALE_TABLE[key].name, checked: key === locale }))}
      onAction={(key) => choose(key as Locale)}
    />
  )
}
