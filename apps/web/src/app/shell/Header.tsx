import { lazy, Suspense } from 'react'
import { selectUser } from '../../data/store/slice.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { PRODUCT } from '../../lib/page-heads/pageHeads.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Logo } from './Logo.tsx'
import { MessageLogButton } from './MessageLogButton.tsx'
import { ProductsMenu } from './ProductsMenu.tsx'
import { SearchButton } from './SearchButton.tsx'
import { NavItem } from '../../lib/router/NavItem.tsx'
import { RealmSwitch } from '../../features/realm/index.ts'
import { LanguageMenu, SettingsMenu, ThemeButton } from '../../features/settings/index.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import styles from './shell.module.css'

const AccountMarker = lazy(async () => ({
  default: (await import('../../features/account/AccountMarker.tsx')).AccountMarker,
}))

export function Header() {
  const t = useMessages()
  const user = useAppSelector(selectUser)
  const enteredFrom = user?.enteredFrom
  return (
    <header className={styles['header']}>
      <NavItem path="/" className={styles['logo']} label={`${PRODUCT}: ${t('shell.home')}`}>
        <Logo />
        <span className={styles['word']}>{PRODUCT}</span>
      </NavItem>
      <nav aria-label={t('shell.navigation')} className={styles['links']}>
        <NavItem path="/markets" className={styles['link']}>
          {t('shell.markets')}
        </NavItem>
        <NavItem path="/spot" className={styles['link']}>
          {t('shell.spot')}
        </NavItem>
        <NavItem path="/futures" className={styles['link']}>
          {t('shell.futures')}
        </NavItem>
        <NavItem path="/asset" className={styles['link']}>
          {t('shell.assets')}
        </NavItem>
        <NavItem path="/record/exchange" className={styles['link']}>
          {t('shell.orders')}
        </NavItem>
        <ProductsMenu />
      </nav>
      <div className={styles['end']}>
        {enteredFrom === undefined ? null : (
          <Suspense>
            <AccountMarker enteredFrom={enteredFrom} />
          </Suspense>
        )}
        <SearchButton />
        <RealmSwitch />
        <MessageLogButton isUser={user !== undefined} />
        <LanguageMenu />
        <span className={styles['wide']}>
          <ThemeButton />
        </span>
        <SettingsMenu />
        <AccountMenu />
      </div>
    </header>
  )
}
